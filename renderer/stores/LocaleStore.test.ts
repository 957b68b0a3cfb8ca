import { expect, test } from 'vitest';
import type { Messages } from '../i18n/messages.ts';
import { loadTestMessages } from '../../tests/support/samples/messages.ts';
import { LocaleStore } from './LocaleStore.ts';

async function create(loadMessages: (code: 'en' | 'ru') => Promise<Messages> = loadTestMessages) {
  return new LocaleStore({ locale: 'en', messages: await loadTestMessages('en'), loadMessages });
}

test('changes the language once its messages are loaded', async () => {
  const locale = await create();
  const switching = locale.use('ru');
  expect(locale.code).toBe('en');
  await switching;
  expect(locale.code).toBe('ru');
  expect(locale.messages).toEqual(await loadTestMessages('ru'));
});

test('keeps the old language when messages fail to load and throws the specified error', async () => {
  const locale = await create(() => Promise.reject(new Error('offline')));
  await expect(locale.use('ru')).rejects.toThrow('Failed loading locale (ru)');
  expect(locale.code).toBe('en');
});

test('prefixes paths in Russian, not in English', async () => {
  const locale = await create();
  expect([locale.path('/'), locale.path('/support?order=1')]).toEqual(['/', '/support?order=1']);
  await locale.use('ru');
  expect([locale.path('/'), locale.path('/?ref=a'), locale.path('/support')]).toEqual(['/ru', '/ru?ref=a', '/ru/support']);
});
