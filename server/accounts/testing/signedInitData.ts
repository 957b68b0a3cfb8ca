import { createHmac } from 'node:crypto';

export const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

/** What a messenger signs, besides `auth_date` in ms since 1970. Values of `more` are signed too. */
export interface SignedUser {
  id: number;
  at: number;
  language?: string;
  mayWrite?: boolean;
  startParameter?: string;
  more?: Record<string, string>;
}

/** Returns init data as the messenger signs it for a bot. */
export function signInitData({ id, at, language, mayWrite, startParameter, more }: SignedUser, token = BOT_TOKEN): string {
  const user = { id, first_name: 'Anna', language_code: language, allows_write_to_pm: mayWrite };
  return signFields(
    {
      user: JSON.stringify(user),
      auth_date: String(Math.floor(at / 1_000)),
      ...(startParameter !== undefined && { start_param: startParameter }),
      ...more,
    },
    token,
  );
}

/** Signs fields as they are. */
export function signFields(fields: Record<string, string>, token = BOT_TOKEN): string {
  const text = Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('\n');
  const secret = createHmac('sha256', 'WebAppData').update(token).digest();
  return new URLSearchParams({ ...fields, hash: createHmac('sha256', secret).update(text).digest('hex') }).toString();
}
