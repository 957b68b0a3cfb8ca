import { isValid, sign } from '@tma.js/init-data-node';
import { describe, expect, it } from 'vitest';
import { BOT_TOKEN, signFields, signInitData } from '../testing/signedInitData.ts';
import { createVerifyInitData, SIGN_IN_AGE_MS } from './initData.ts';

const NOW = 1_795_000_000_000;
const verify = createVerifyInitData(BOT_TOKEN, () => NOW);
const read = (text: string) => verify(text, SIGN_IN_AGE_MS);
const WRONG = { code: 'ERR_INVALID_CREDENTIALS', details: { reason: 'INIT_DATA_WRONG' } };
const STALE = { code: 'ERR_INVALID_CREDENTIALS', details: { reason: 'INIT_DATA_STALE' } };
const ANNA = { id: 500, at: NOW - 1_000 };
const ID = '{"id":500}';
const SECONDS = String(NOW / 1_000);

describe('init data of a mini-app', () => {
  it('is read if the messenger signed it, with its signature among the signed fields', () => {
    const text = signInitData({
      ...ANNA,
      language: 'ru',
      mayWrite: true,
      startParameter: 'order___abc',
      more: { query_id: 'AAH', signature: 'c2lnbmF0dXJl' },
    });
    expect(read(text)).toEqual({
      messengerId: '500',
      locale: 'ru',
      signedAt: NOW - 1_000,
      mayWrite: true,
      startParameter: 'order___abc',
      hash: new URLSearchParams(text).get('hash'),
    });
    expect(read(signInitData({ ...ANNA, language: 'xx' }))).toMatchObject({
      locale: 'en',
      mayWrite: false,
      startParameter: null,
    });
  });

  it('agrees with the library of the messenger’s platform', () => {
    const user = { id: 99_281_932, first_name: 'A & b=c\n', last_name: 'Ж', language_code: 'ru' };
    const text = sign({ user, start_param: 'home___b64-P3JlZj1hYmM', query_id: 'AAH' }, BOT_TOKEN, new Date(NOW - 1_000));
    expect(read(text)).toMatchObject({ messengerId: '99281932', startParameter: 'home___b64-P3JlZj1hYmM' });
    const samples = [
      signInitData(ANNA),
      signInitData({ ...ANNA, more: { signature: 'x' } }),
      signInitData({ ...ANNA, id: 2 ** 52 }),
      signInitData(ANNA, '1:other'),
      signInitData(ANNA).replace('500', '501'),
      `${signInitData(ANNA)}&start_param=order___abc`,
    ];
    const isAccepted = (one: string): boolean => {
      try {
        return read(one) !== null;
      } catch {
        return false;
      }
    };
    const expected = samples.map((one) => isValid(one, BOT_TOKEN, { expiresIn: 0 }));
    expect([samples.map(isAccepted), expected]).toEqual([
      [true, true, true, false, false, false],
      [true, true, true, false, false, false],
    ]);
  });

  it.each([
    ['nothing', ''],
    ['no hash', 'user=%7B%22id%22%3A500%7D&auth_date=1'],
    ['a hash that is not one', signInitData(ANNA).replace(/hash=\w+/, 'hash=zz')],
    ['a changed user', signInitData(ANNA).replace('500', '501')],
    ['an added field', `${signInitData(ANNA)}&start_param=home`],
    ['another bot’s', signInitData(ANNA, '1:other')],
    ['a repeated key', `${signInitData(ANNA)}&auth_date=${SECONDS}`],
    ['a repeated hash', `${signInitData(ANNA)}&hash=${'0'.repeat(64)}`],
    ['a time in the future', signInitData({ ...ANNA, at: NOW + 61_000 })],
    ['no time', signFields({ user: ID })],
    ['a time that is no number', signFields({ user: ID, auth_date: '1e3' })],
    ['no user', signFields({ auth_date: SECONDS })],
    ['a user that is no object', signFields({ user: '5', auth_date: SECONDS })],
    ['a user without a number', signFields({ user: '{"id":"500"}', auth_date: SECONDS })],
    ['broken JSON', signFields({ user: '{', auth_date: SECONDS })],
  ])('is refused: %s', (_, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining(WRONG));
  });

  it('is refused as stale after the time that its use allows, and only if it is genuine', () => {
    expect(() => read(signInitData({ ...ANNA, at: NOW - SIGN_IN_AGE_MS }))).not.toThrow();
    const old = signInitData({ ...ANNA, at: NOW - SIGN_IN_AGE_MS - 1_000 });
    expect(() => read(old)).toThrow(expect.objectContaining(STALE));
    expect(() => read(old.replace('500', '501'))).toThrow(expect.objectContaining(WRONG));
    expect(() => verify(signInitData({ ...ANNA, at: NOW - 6_000 }), 5_000)).toThrow(expect.objectContaining(STALE));
    expect(() => read(signInitData({ ...ANNA, at: NOW + 60_000 }))).not.toThrow();
  });
});
