import { describe, expect, it } from 'vitest';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { samplePhoneDraft, uploadedPhoto } from '../../../tests/support/samples/identity.ts';
import { PhonePhotosStore } from './PhonePhotosStore.ts';

const TOKEN = 't'.repeat(43);
const PASS = 'p'.repeat(43);

function phone(answers: Answers = {}, fake = createFakePlatform()) {
  Object.assign(fake.answers, {
    'identity.redeemPhone': () => ({ pass: PASS, ...samplePhoneDraft }),
    'identity.phoneDraft': () => samplePhoneDraft,
    'identity.startUpload': () => ({ uploadId: 'u'.repeat(22) }),
    'identity.uploadPart': () => ({ received: 1, photo: uploadedPhoto('frontPhoto') }),
    ...answers,
  } satisfies Answers);
  return { fake, store: new PhonePhotosStore({ platform: fake.platform }) };
}

describe('PhonePhotosStore', () => {
  it('redeems the code once, and asks whether the numbers are the same', async () => {
    const { store, fake } = phone();
    await store.open(`#${TOKEN}`);
    expect([store.state, store.draft?.number]).toEqual(['asking', '482106']);
    await store.open('');
    expect(fake.callsOf('identity.redeemPhone').map(({ input }) => input)).toEqual([{ token: TOKEN }]);
    expect(fake.callsOf('identity.phoneDraft').map(({ input }) => input)).toEqual([{ pass: PASS }]);
  });

  it('redeems the code once if the page asks twice', async () => {
    const { store, fake } = phone();
    await Promise.all([store.open(`#${TOKEN}`), store.open('')]);
    expect(fake.callsOf('identity.redeemPhone')).toHaveLength(1);
    expect(store.state).toBe('asking');
  });

  it('continues in the same tab after the page was loaded again', async () => {
    const { store, fake } = phone();
    await store.open(`#${TOKEN}`);
    const again = phone({ 'identity.redeemPhone': refuse('ERR_NOT_FOUND') }, fake).store;
    await again.open('');
    expect(again.state).toBe('asking');
  });

  it('sends photos with the pass, and is complete with the last one', async () => {
    const { store, fake } = phone({
      'identity.redeemPhone': () => ({ pass: PASS, ...samplePhoneDraft, missing: ['frontPhoto'] }),
    });
    await store.open(`#${TOKEN}`);
    store.confirm();
    expect(store.isComplete).toBe(false);
    await store.uploads.send('frontPhoto', new Blob(['x']));
    expect(store.isComplete).toBe(true);
    expect(fake.callsOf('identity.startUpload')[0]?.input).toMatchObject({ pass: PASS });
  });

  it('forgets the pass when the numbers differ', async () => {
    const { store, fake } = phone();
    await store.open(`#${TOKEN}`);
    store.stop();
    expect(store.state).toBe('stopped');
    const again = phone({}, fake).store;
    await again.open('');
    expect(again.state).toBe('missing');
  });

  it.each([
    ['#short', {}, 'missing'],
    [`#${TOKEN}`, { 'identity.redeemPhone': refuse('ERR_NOT_FOUND') }, 'useless'],
    [`#${TOKEN}`, { 'identity.redeemPhone': refuse('ERR_SERVICE_UNAVAILABLE') }, 'failed'],
  ] as const)('explains the code %s', async (fragment, answers, state) => {
    const { store } = phone(answers);
    await store.open(fragment);
    expect(store.state).toBe(state);
  });

  it('tries the same code again after no answer', async () => {
    const { store, fake } = phone({ 'identity.redeemPhone': refuse('ERR_SERVICE_UNAVAILABLE') });
    await store.open(`#${TOKEN}`);
    fake.answers['identity.redeemPhone'] = () => ({ pass: PASS, ...samplePhoneDraft });
    await store.open('');
    expect(store.state).toBe('asking');
  });
});
