import { expect, it } from 'vitest';
import { readMessengerSettings } from './messengerSettings.ts';

const TOKEN = '123456:AAbbCCddEEffGGhhIIjjKK';
const SECRET = 's'.repeat(32);
const ORIGIN = 'https://swap.example';
const read = (more: Record<string, string>, publicOrigin: string | null = ORIGIN) =>
  readMessengerSettings({ TELEGRAM_BOT_TOKEN: TOKEN, ...more }, publicOrigin);

it('asks for updates, or lets the messenger send them to the public origin', () => {
  expect(read({})?.webhook).toBeNull();
  const url = 'https://swap.example/api/v1/messenger/updates';
  expect(read({ TELEGRAM_WEBHOOK_SECRET: SECRET })?.webhook).toEqual({ url, secret: SECRET });
});

it('refuses a webhook that anybody could guess, or that the messenger could not reach, and repeats no secret', () => {
  for (const secret of ['short', `${SECRET} with spaces`]) {
    expect(() => read({ TELEGRAM_WEBHOOK_SECRET: secret })).toThrow(/32 to 256 letters/);
  }
  for (const origin of [null, 'http://swap.example']) {
    expect(() => read({ TELEGRAM_WEBHOOK_SECRET: SECRET }, origin)).toThrow(/needs PUBLIC_ORIGIN with https/);
  }
  expect(() => readMessengerSettings({ TELEGRAM_BOT_TOKEN: 'secret token' }, null)).not.toThrow(/secret token/);
});
