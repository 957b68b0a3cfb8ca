import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdentityDraft, IdentityStatusOutput } from '../../../contract/api/identity.ts';
import { ApiError } from '../../../contract/errors.ts';
import { UNREADABLE } from '../../../contract/identity/documents.ts';
import { KYC_POLL_MS, KYC_POLLS } from '../../../contract/limits.ts';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { emptyDraft, noVerification, sampleDraft, uploadedPhoto } from '../../../tests/support/samples/identity.ts';
import { IdentityStore } from './IdentityStore.ts';

const PHOTOS = [uploadedPhoto('frontPhoto'), uploadedPhoto('backendPhoto'), uploadedPhoto('facePhoto')];
const complete: IdentityDraft = { ...sampleDraft, photos: PHOTOS, missing: [] };
const checking: IdentityStatusOutput = { ...noVerification, status: 'PROCESS', submittedAt: '2026-11-27T12:00:00.000Z' };
const rejected: IdentityStatusOutput = {
  ...noVerification,
  status: 'REJECT',
  documents: [{ field: 'frontPhoto', reason: 'GLARE' }],
};

/** A host with a draft that follows what is saved. */
async function loaded(draft: IdentityDraft | null, status: IdentityStatusOutput = noVerification, answers: Answers = {}) {
  const host = { draft, status };
  const fake = createFakePlatform({
    'identity.status': () => host.status,
    'identity.draft': () => ({ draft: host.draft }),
    'identity.saveDraft': (input) => ({ draft: (host.draft = { ...(host.draft ?? emptyDraft), ...input }) }),
    'identity.submit': () => (host.status = checking),
    ...answers,
  });
  const store = new IdentityStore({ platform: fake.platform, clock: { now: () => Date.now() }, snapshot: null });
  await store.load();
  return { store, fake, host };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('where the customer is', () => {
  it.each([
    ['nothing was begun', null, noVerification, 'RESIDENTIAL'],
    ['a draft stopped at the details', { ...sampleDraft, uploadStep: 'PERSONAL_INFO' }, noVerification, 'PERSONAL_INFO'],
    ['the photos are being checked', null, checking, 'CHECKING'],
    ['the identity is verified', null, { ...noVerification, status: 'PASS' }, 'PASSED'],
    ['something was rejected', { ...sampleDraft, uploadStep: 'NONE' }, rejected, 'REJECTED'],
    ['the correction has begun', sampleDraft, rejected, 'UPLOADING_DOCS'],
    ['the rejection is final', sampleDraft, { ...rejected, final: true }, 'REJECTED'],
  ] as const)('if %s', async (_, draft, status, view) => {
    const { store } = await loaded(draft, status);
    expect(store.view).toBe(view);
  });
});

it('asks for the verdict every five seconds, a thousand times at most', async () => {
  const { store, fake } = await loaded(null, checking);
  const stop = store.start();
  const before = fake.callsOf('identity.status').length;
  await vi.advanceTimersByTimeAsync(KYC_POLL_MS * (KYC_POLLS + 5));
  expect(fake.callsOf('identity.status').length - before).toBe(KYC_POLLS);
  stop();
});

it('saves an answer with the step that follows, and goes back without a call', async () => {
  const { store, fake } = await loaded(null);
  await store.save({ residenceCountry: 'DE' }, 'TYPE_ID');
  expect(fake.callsOf('identity.saveDraft')[0]?.input).toEqual({ residenceCountry: 'DE', uploadStep: 'TYPE_ID' });
  expect(store.view).toBe('TYPE_ID');
  store.goBack();
  expect(store.view).toBe('RESIDENTIAL');
  expect(store.draft?.residenceCountry).toBe('DE');
});

it('stays at a step that was not saved, and says so', async () => {
  const { store } = await loaded(emptyDraft, noVerification, { 'identity.saveDraft': refuse('ERR_SERVICE_UNAVAILABLE') });
  await store.save({ residenceCountry: 'DE' }, 'TYPE_ID');
  expect(store.view).toBe('RESIDENTIAL');
  expect(store.details.problem).toBe('failed');
});

it('does not save details with a problem', async () => {
  const { store, fake } = await loaded({ ...sampleDraft, uploadStep: 'PERSONAL_INFO' });
  store.setDetails({ birthDate: { day: '1', month: '1', year: '2015' } });
  await store.saveDetails();
  expect(store.detailsProblems).toEqual({ birthDate: 'UNDER_AGE' });
  expect(fake.callsOf('identity.saveDraft')).toEqual([]);
});

describe('a refusal of the host', () => {
  it('leads to the detail that it names, until it is changed', async () => {
    const { store } = await loaded(complete, noVerification, {
      'identity.submit': refuse('ERR_VALIDATION', { field: 'expireDate', reason: 'EXPIRED' }),
    });
    await store.submit();
    expect(store.view).toBe('PERSONAL_INFO');
    expect(store.detailsProblems).toEqual({ expireDate: 'EXPIRED' });
    store.setDetails({ hasNoExpiry: true });
    expect(store.detailsProblems).toEqual({});
  });

  it('leads to the country that it does not know', async () => {
    const { store } = await loaded(complete, noVerification, {
      'identity.submit': refuse('ERR_VALIDATION', { field: 'issueCountry', reason: 'NO_COUNTRY' }),
    });
    await store.submit();
    expect([store.view, store.details.problem]).toEqual(['TYPE_ID', 'NO_COUNTRY']);
  });

  it('shows what another window has done', async () => {
    const { store, host } = await loaded(complete, noVerification, { 'identity.submit': refuse('ERR_NOT_ACCEPTABLE') });
    host.status = checking;
    await store.submit();
    expect(store.view).toBe('CHECKING');
  });

  it('asks again for a photo that it does not have', async () => {
    const { store, host } = await loaded(complete, noVerification, {
      'identity.submit': refuse('ERR_VALIDATION', { field: 'facePhoto', reason: 'NOT_UPLOADED' }),
    });
    host.draft = { ...complete, photos: PHOTOS.slice(0, 2), missing: ['facePhoto'] };
    await store.submit();
    expect([store.view, store.details.problem]).toEqual(['UPLOADING_DOCS', 'changed']);
    expect(store.draft?.missing).toEqual(['facePhoto']);
  });
});

it('submits the answers with the uploads, and follows the check until the verdict', async () => {
  const { store, fake, host } = await loaded(complete);
  await store.submit();
  expect(fake.callsOf('identity.submit')[0]?.input).toEqual({
    firstName: 'Anna Sophie',
    lastName: 'Karlsen',
    residenceCountry: 'DE',
    issueCountry: 'DE',
    birthDate: '1991-05-23',
    expireDate: '2099-01-01',
    identityType: 'idcard',
    identityNumber: 'L01X00T47',
    frontPhoto: `upload:${PHOTOS[0]?.uploadId}`,
    backendPhoto: `upload:${PHOTOS[1]?.uploadId}`,
    facePhoto: `upload:${PHOTOS[2]?.uploadId}`,
  });
  expect(store.view).toBe('CHECKING');
  const stop = store.start();
  host.status = { ...noVerification, status: 'PASS' };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.view).toBe('PASSED');
  stop();
});

it('submits nothing while a photo is missing', async () => {
  const { store, fake } = await loaded({ ...complete, photos: PHOTOS.slice(0, 2), missing: ['facePhoto'] });
  await store.submit();
  expect(fake.callsOf('identity.submit')).toEqual([]);
});

describe('after a rejection', () => {
  it('shows the rejection of documents that were sent before the page was opened', async () => {
    const { store, host } = await loaded(null, checking);
    const stop = store.start();
    host.status = rejected;
    host.draft = { ...sampleDraft, uploadStep: 'NONE', missing: ['frontPhoto'] };
    await vi.advanceTimersByTimeAsync(KYC_POLL_MS);
    expect(store.view).toBe('REJECTED');
    stop();
  });

  it('says that the host can’t read what was answered, until it can', async () => {
    const unreadable = () => Promise.reject(new ApiError('ERR_NOT_ACCEPTABLE', 'no key', { reason: UNREADABLE }));
    const { store, fake } = await loaded(sampleDraft, { ...noVerification, status: 'CREATED' }, { 'identity.draft': unreadable });
    expect(store.view).toBe('UNREADABLE');
    fake.answers['identity.draft'] = () => ({ draft: sampleDraft });
    await store.reload();
    expect(store.view).toBe('UPLOADING_DOCS');
  });

  it('asks only for the photo that was rejected', async () => {
    const draft = { ...complete, uploadStep: 'NONE' as const, photos: PHOTOS.slice(1), missing: ['frontPhoto' as const] };
    const { store } = await loaded(draft, rejected);
    expect(store.reasonOf('frontPhoto')).toBe('GLARE');
    expect(store.reasonOf('facePhoto')).toBeUndefined();
    await store.correct();
    expect(store.view).toBe('UPLOADING_DOCS');
    store.goBack();
    expect(store.view).toBe('REJECTED');
  });

  it('asks for the details first, and leads from there to the photos', async () => {
    const documents: IdentityStatusOutput['documents'] = [{ field: 'details', reason: 'DATA_MISMATCH' }];
    const { store } = await loaded({ ...complete, uploadStep: 'NONE' }, { ...rejected, documents });
    await store.correct();
    expect(store.view).toBe('PERSONAL_INFO');
    await store.saveDetails();
    expect(store.view).toBe('UPLOADING_DOCS');
  });
});

describe('with a phone', () => {
  const code = { token: 't'.repeat(43), number: '482106', expiresAt: '2026-11-27T12:15:00.000Z' };
  const phone = { number: code.number, expiresAt: code.expiresAt, isRedeemed: false };

  it('shows the photos as they arrive, and closes the code with the last one', async () => {
    const { store, host, fake } = await loaded(sampleDraft, noVerification, { 'identity.createPhoneCode': () => code });
    const stop = store.start();
    host.draft = { ...sampleDraft, phone };
    await store.showPhoneCode();
    expect(store.phoneCode).toEqual(code);
    host.draft = { ...complete, photos: PHOTOS.slice(0, 2), missing: ['facePhoto'], phone: { ...phone, isRedeemed: true } };
    await vi.advanceTimersByTimeAsync(2_000);
    expect(store.draft?.photos).toHaveLength(2);
    expect(store.phoneCode).toEqual(code);
    host.draft = { ...complete, phone };
    await vi.advanceTimersByTimeAsync(2_000);
    expect(store.phoneCode).toBeNull();
    expect(store.view).toBe('UPLOADING_DOCS');
    // The code expires: nothing is awaited any more.
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    const asked = fake.callsOf('identity.draft').length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.callsOf('identity.draft')).toHaveLength(asked);
    stop();
  });
});
