import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStore, DATABASES, type TestStore, rulesOn } from '../../tests/support/databases.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { UNREADABLE, type PhotoField } from '../../contract/identity/documents.ts';
import type { Database } from '../db/database.ts';
import { findPhoto, listPhotos } from '../db/repositories/identity/photos.ts';
import { findSubmissionOf } from '../db/repositories/identity/submissions.ts';
import type { IdentityContext } from './identityContext.ts';
import { createSeals } from './seals.ts';
import { createIdentityService, type IdentityService, type PhotoSender } from './identityService.ts';
import { CLIENT, createTestIdentity, dataUrl, picture, sampleSubmission, sender } from './testing/identities.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const MINUTE_MS = 60_000;

describe.each(DATABASES)('a verification on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let store: TestStore;
  let database: Database;
  let context: IdentityContext;
  let identity: IdentityService;
  let now: number;
  let [anna, boris] = [-1, 0];
  beforeAll(async () => {
    store = await createStore(kind);
    database = store.open();
    context = createTestIdentity(database, () => now);
    identity = createIdentityService(context);
  });
  beforeEach(async () => {
    now = NOW;
    [anna, boris] = [anna + 2, boris + 2];
    await database
      .insertInto('users')
      .values([sampleUser({ id: anna }), sampleUser({ id: boris })])
      .execute();
  });
  afterAll(async () => {
    await database.destroy();
    store.remove();
  });

  const upload = async (sender: PhotoSender, field: PhotoField, file: Buffer, partBytes = 1_000) => {
    const { uploadId } = await identity.startUpload(sender, { field, bytes: file.length });
    let offset = 0;
    for (;;) {
      const data = file.subarray(offset, offset + partBytes).toString('base64');
      const { received, photo } = await identity.uploadPart(sender, { uploadId, offset, data });
      if (photo) return photo;
      offset = received;
    }
  };

  rule('starts without anything, and remembers where the customer stopped', async () => {
    expect(await identity.status(anna)).toMatchObject({ status: 'NOT_STARTED', uploadStep: 'NONE' });
    expect(await identity.draft(anna)).toEqual({ draft: null });
    await identity.saveDraft(anna, { uploadStep: 'TYPE_ID', residenceCountry: 'DE' });
    await identity.saveDraft(anna, { uploadStep: 'PERSONAL_INFO', identityType: 'passport', issueCountry: 'NO' });
    expect(await identity.draft(anna)).toMatchObject({
      draft: {
        uploadStep: 'PERSONAL_INFO',
        residenceCountry: 'DE',
        issueCountry: 'NO',
        firstName: null,
        missing: ['frontPhoto', 'facePhoto'],
        expiresAt: '2026-11-29T12:00:00.000Z',
      },
    });
    expect(await identity.status(anna)).toMatchObject({ status: 'CREATED', uploadStep: 'PERSONAL_INFO' });
    expect(await identity.draft(boris)).toEqual({ draft: null });
  });

  const REFUSED = [
    ['birthDate', '2008-11-23', 'UNDER_AGE'],
    ['birthDate', '1991-02-30', 'NO_DATE'],
    ['expireDate', '2026-11-21', 'EXPIRED'],
    ['issueCountry', 'XX', 'NO_COUNTRY'],
    ['residenceCountry', 'UK', 'NO_COUNTRY'],
  ] as const;
  for (const [field, value, reason] of REFUSED)
    rule(`refuses the ${field} ${value}: ${reason}`, async () => {
      const refusal = { code: 'ERR_VALIDATION', details: { field, reason } };
      await expect(identity.saveDraft(anna, { [field]: value })).rejects.toMatchObject(refusal);
      await expect(identity.submit(sender(anna), await sampleSubmission({ [field]: value }))).rejects.toMatchObject(refusal);
      expect(await identity.status(anna)).toMatchObject({ status: 'NOT_STARTED' });
    });

  rule('makes a photo of a file that arrives in parts, also when parts are repeated or come too early', async () => {
    const file = await picture('#789');
    const { uploadId } = await identity.startUpload(sender(anna), { field: 'frontPhoto', bytes: file.length });
    const part = (offset: number, end = file.length) => ({
      uploadId,
      offset,
      data: file.subarray(offset, end).toString('base64'),
    });
    expect(await identity.uploadPart(sender(anna), part(0, 300))).toEqual({ received: 300, photo: null });
    expect(await identity.uploadPart(sender(anna), part(0, 300))).toEqual({ received: 300, photo: null });
    expect(await identity.uploadPart(sender(anna), part(600))).toEqual({ received: 300, photo: null });
    expect(await identity.uploadPart(sender(anna), part(300))).toMatchObject({
      received: file.length,
      photo: { field: 'frontPhoto', uploadId },
    });
    expect(await identity.uploadPart(sender(anna), part(300))).toMatchObject({
      received: file.length,
      photo: { field: 'frontPhoto', uploadId },
    });
    await expect(identity.uploadPart(sender(boris), part(300))).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  it('reads a file once when its last part is repeated at the same time', async () => {
    const file = await picture('#987');
    const { uploadId } = await identity.startUpload(sender(anna), { field: 'frontPhoto', bytes: file.length });
    const part = { uploadId, offset: 0, data: file.toString('base64') };
    const send = async () => await identity.uploadPart(sender(anna), part);
    const results = await Promise.allSettled([send(), send(), send()]);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: 'ERR_TOO_MANY_REQUESTS' })));
    expect(await send()).toMatchObject({ photo: { uploadId } });
  });

  rule('replaces a photo, and refuses more bytes than were announced', async () => {
    await identity.saveDraft(anna, { identityType: 'passport' });
    await upload(sender(anna), 'frontPhoto', await picture('#111'));
    const second = await upload(sender(anna), 'frontPhoto', await picture('#222'));
    const { draft } = await identity.draft(anna);
    expect(draft).toMatchObject({ photos: [{ uploadId: second.uploadId }], missing: ['facePhoto'] });
    const { uploadId } = await identity.startUpload(sender(anna), { field: 'facePhoto', bytes: 3 });
    await expect(identity.uploadPart(sender(anna), { uploadId, offset: 0, data: 'AAAAAAAA' })).rejects.toMatchObject({
      code: 'ERR_PAYLOAD_TOO_LARGE',
    });
  });

  rule('discards the photos of another type of document', async () => {
    await identity.saveDraft(anna, { identityType: 'passport' });
    await upload(sender(anna), 'frontPhoto', await picture('#111'));
    await identity.saveDraft(anna, { identityType: 'idcard' });
    expect(await identity.draft(anna)).toMatchObject({
      draft: { photos: [], missing: ['frontPhoto', 'backendPhoto', 'facePhoto'] },
    });
  });

  rule('ends an upload that is no photo', async () => {
    const file = Buffer.from('GIF89a, or something else');
    const { uploadId } = await identity.startUpload(sender(anna), { field: 'facePhoto', bytes: file.length });
    const part = { uploadId, offset: 0, data: file.toString('base64') };
    await expect(identity.uploadPart(sender(anna), part)).rejects.toMatchObject({
      code: 'ERR_UNPROCESSABLE_ENTITY',
      details: { field: 'facePhoto', reason: 'WRONG_TYPE' },
    });
    await expect(identity.uploadPart(sender(anna), part)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  rule('reads at most 30 photos of a customer in an hour', async () => {
    const file = await picture('#789', { width: 300, height: 300 });
    for (let time = 0; time < 30; time += 1) await upload(sender(anna), 'frontPhoto', file);
    const refusal = { code: 'ERR_TOO_MANY_REQUESTS', details: { retryAfterSeconds: 3_600 } };
    await expect(upload(sender(anna), 'frontPhoto', file)).rejects.toMatchObject(refusal);
    expect(await upload(sender(boris), 'frontPhoto', file)).toMatchObject({ field: 'frontPhoto' });
    now += 60 * MINUTE_MS;
    expect(await upload(sender(anna), 'frontPhoto', file)).toMatchObject({ field: 'frontPhoto' });
  });

  it('submits data URLs and uploads together, once', async () => {
    await identity.saveDraft(anna, { identityType: 'idcard', uploadStep: 'UPLOADING_DOCS' });
    const front = await upload(sender(anna), 'frontPhoto', await picture('#111'));
    const input = await sampleSubmission({ frontPhoto: `upload:${front.uploadId}` });
    const results = await Promise.allSettled([identity.submit(sender(anna), input), identity.submit(sender(anna), input)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refusal = results.find((result) => result.status === 'rejected');
    // It came while the photos of the first were read, or after that.
    expect(refusal?.reason).toMatchObject({
      code: expect.stringMatching(/^ERR_(?:TOO_MANY_REQUESTS|NOT_ACCEPTABLE)$/) as string,
    });
    await expect(identity.submit(sender(anna), input)).rejects.toMatchObject({
      code: 'ERR_NOT_ACCEPTABLE',
      details: { reason: 'SUBMITTED' },
    });
    expect(await identity.status(anna)).toMatchObject({
      status: 'PROCESS',
      uploadStep: 'NONE',
      submittedAt: '2026-11-22T12:00:00.000Z',
    });
    expect(await identity.draft(anna)).toEqual({ draft: null });
    const submission = await findSubmissionOf(database, anna);
    expect(submission).toMatchObject({ attempt: 1 });
    expect(await listPhotos(database, submission?.id ?? '')).toHaveLength(3);
  });

  rule('keeps no back of a passport', async () => {
    await identity.submit(sender(anna), await sampleSubmission({ identityType: 'passport' }));
    const submission = await findSubmissionOf(database, anna);
    const photos = await listPhotos(database, submission?.id ?? '');
    expect(photos.map(({ field }) => field).toSorted()).toEqual(['facePhoto', 'frontPhoto']);
  });

  rule('refuses a missing photo, one of another field and one of another customer', async () => {
    const theirs = await upload(sender(boris), 'frontPhoto', await picture('#111'));
    const back = await upload(sender(anna), 'backendPhoto', await picture('#222'));
    const { backendPhoto: _back, ...withoutBack } = await sampleSubmission();
    await expect(identity.submit(sender(anna), withoutBack)).rejects.toMatchObject({
      details: { field: 'backendPhoto', reason: 'MISSING' },
    });
    for (const { uploadId } of [theirs, back]) {
      const input = await sampleSubmission({ frontPhoto: `upload:${uploadId}` });
      await expect(identity.submit(sender(anna), input)).rejects.toMatchObject({
        details: { field: 'frontPhoto', reason: 'NOT_UPLOADED' },
      });
    }
    expect(await identity.status(anna)).toMatchObject({ status: 'CREATED' });
  });

  rule('refuses a photo of more than 5 MB in a data URL', async () => {
    const large = Buffer.concat([await picture('#111'), Buffer.alloc(5 * 1_024 * 1_024)]);
    await expect(identity.submit(sender(anna), await sampleSubmission({ facePhoto: dataUrl(large) }))).rejects.toMatchObject({
      details: { field: 'facePhoto', reason: 'TOO_LARGE' },
    });
  });

  rule('lets another customer neither continue an upload nor end it', async () => {
    const file = await picture('#789');
    const { uploadId } = await identity.startUpload(sender(anna), { field: 'frontPhoto', bytes: file.length });
    const part = { uploadId, offset: 0, data: file.toString('base64') };
    await expect(identity.uploadPart(sender(boris), part)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    expect(await identity.uploadPart(sender(anna), part)).toMatchObject({ photo: { field: 'frontPhoto' } });
  });

  describe('with a phone', () => {
    rule('adds photos to the draft, and sees no details', async () => {
      await identity.saveDraft(anna, { identityType: 'passport', firstName: 'Anna', identityNumber: 'C01X00T47' });
      const code = await identity.createPhoneCode(anna);
      const phone = await identity.redeemPhone(code.token);
      expect(phone).toMatchObject({ number: code.number, missing: ['frontPhoto', 'facePhoto'] });
      expect(JSON.stringify(phone)).not.toMatch(/Anna|C01X/);
      await upload({ pass: phone.pass, client: CLIENT }, 'frontPhoto', await picture('#111'));
      expect(await identity.phoneDraft(phone.pass)).toMatchObject({ missing: ['facePhoto'] });
      expect(await identity.draft(anna)).toMatchObject({
        draft: { missing: ['facePhoto'], phone: { number: code.number, isRedeemed: true } },
      });
    });

    it('accepts a code once', async () => {
      const { token } = await identity.createPhoneCode(anna);
      const results = await Promise.allSettled([identity.redeemPhone(token), identity.redeemPhone(token)]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await expect(identity.redeemPhone(token)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    });

    rule('accepts neither code nor pass after 15 minutes', async () => {
      const first = await identity.createPhoneCode(anna);
      const { pass } = await identity.redeemPhone(first.token);
      const { token } = await identity.createPhoneCode(boris);
      now += 15 * MINUTE_MS;
      await expect(identity.redeemPhone(token)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
      await expect(identity.startUpload({ pass, client: CLIENT }, { field: 'facePhoto', bytes: 3 })).rejects.toMatchObject({
        code: 'ERR_NOT_FOUND',
      });
    });

    rule('accepts neither after a newer code, nor after the submission', async () => {
      const { pass } = await identity.redeemPhone((await identity.createPhoneCode(anna)).token);
      const newer = await identity.createPhoneCode(anna);
      await expect(identity.phoneDraft(pass)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
      await identity.submit(sender(anna), await sampleSubmission());
      await expect(identity.redeemPhone(newer.token)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    });

    rule('is not stored in a form that could be used', async () => {
      const { token } = await identity.createPhoneCode(anna);
      const { pass } = await identity.redeemPhone(token);
      const rows = JSON.stringify(await database.selectFrom('identity_phones').selectAll().execute());
      expect(rows).not.toContain(token);
      expect(rows).not.toContain(pass);
    });
  });

  rule('says that a host with another key can’t read the answers', async () => {
    await identity.saveDraft(anna, { residenceCountry: 'DE' });
    const other = createIdentityService(createTestIdentity(database, () => now, createSeals(new Uint8Array(32).fill(8))));
    await expect(other.draft(anna)).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE', details: { reason: UNREADABLE } });
    expect(await other.status(anna)).toMatchObject({ status: 'CREATED' });
  });

  rule('stores photos and details so that the database reveals neither, nor accepts a swap', async () => {
    await identity.submit(sender(anna), await sampleSubmission());
    const submission = await findSubmissionOf(database, anna);
    if (!submission) throw new Error('There is no submission');
    const [first, second] = await listPhotos(database, submission.id);
    if (!first || !second) throw new Error('Photos are missing');
    const [one, other] = [await findPhoto(database, first.id), await findPhoto(database, second.id)];
    const seal = context.seals.of(submission);
    expect(
      seal
        .openPhoto(one?.sealed ?? Buffer.alloc(0), first)
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff');
    expect(() => seal.openPhoto(other?.sealed ?? Buffer.alloc(0), first)).toThrow();
    const rows = JSON.stringify(await database.selectFrom('identity_submissions').selectAll().execute());
    expect(rows).not.toMatch(/Karlsen|L01X00T47|1991/);
    if (kind === 'PostgreSQL') return;
    const file = Buffer.concat([readFileSync(store.place), readFileSync(`${store.place}-wal`)]);
    for (const text of ['Karlsen', 'L01X00T47', 'JFIF']) expect(file.includes(text)).toBe(false);
  });
});
