import { createHmac, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import Value from 'typebox/value';
import { ApiError } from '../../../contract/errors.ts';
import { DEFAULT_LOCALE, LOCALE_CODES, type LocaleCode } from '../../../contract/paths/locales.ts';

/** How old init data may be at a sign-in (D21), and how far the messenger's clock may be ahead of ours. Milliseconds. */
export const SIGN_IN_AGE_MS = 3_600_000;
export const CLOCK_AHEAD_MS = 60_000;

/** What the messenger signs about the customer who opened the mini-app */
export interface InitData {
  /** The number of the user in the messenger, as text */
  messengerId: string;
  locale: LocaleCode;
  /** Whether the customer lets the bot write */
  mayWrite: boolean;
  /** When the messenger signed it, in ms since 1970 */
  signedAt: number;
  /** The argument of the link that opened the mini-app; null: none */
  startParameter: string | null;
  /** SHA-256, hex: the same for the same init data only */
  hash: string;
}

/** Checks init data, which may be at most so many ms old. Throws ERR_INVALID_CREDENTIALS with `details.reason`. */
export type VerifyInitData = (text: string, maxAgeMs: number) => InitData;

const USER = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  language_code: Type.Optional(Type.String()),
  allows_write_to_pm: Type.Optional(Type.Boolean()),
});
const HASH = /^[0-9a-f]{64}$/;
const SECONDS = /^\d{1,12}$/;

/**
 * Verifies the init data of a mini-app (https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app, D21). Every
 * field except `hash` is signed, `signature` too. A repeated key is rejected, because readers differ in which of its values counts.
 */
export function createVerifyInitData(botToken: string, now: () => number): VerifyInitData {
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest();
  return (text, maxAgeMs) => {
    const entries = [...new URLSearchParams(text)];
    const fields = new Map(entries);
    const hash = fields.get('hash') ?? '';
    if (fields.size !== entries.length || !HASH.test(hash)) throw wrongInitData();
    const signed = entries.filter(([key]) => key !== 'hash').map(([key, value]) => `${key}=${value}`);
    const expected = createHmac('sha256', secret)
      .update(signed.toSorted((a, b) => (a < b ? -1 : 1)).join('\n'))
      .digest();
    if (!timingSafeEqual(expected, Buffer.from(hash, 'hex'))) throw wrongInitData();
    const seconds = fields.get('auth_date') ?? '';
    const signedAt = SECONDS.test(seconds) ? Number(seconds) * 1_000 : Number.NaN;
    const age = now() - signedAt;
    if (age > maxAgeMs) throw staleInitData();
    if (!(age >= -CLOCK_AHEAD_MS)) throw wrongInitData();
    const user = readUser(fields.get('user') ?? '');
    return {
      messengerId: String(user.id),
      locale: LOCALE_CODES.find((code) => code === user.language_code) ?? DEFAULT_LOCALE,
      signedAt,
      mayWrite: user.allows_write_to_pm === true,
      startParameter: fields.get('start_param') ?? null,
      hash,
    };
  };
}

function readUser(json: string) {
  try {
    return Value.Parse(USER, JSON.parse(json));
  } catch {
    throw wrongInitData();
  }
}

function wrongInitData(): ApiError {
  return new ApiError('ERR_INVALID_CREDENTIALS', 'The messenger did not sign this.', { reason: 'INIT_DATA_WRONG' });
}

function staleInitData(): ApiError {
  return new ApiError('ERR_INVALID_CREDENTIALS', 'Open the app again from the chat.', { reason: 'INIT_DATA_STALE' });
}
