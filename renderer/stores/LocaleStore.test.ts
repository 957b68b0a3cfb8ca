import { when } from 'mobx';
import { expect, test } from 'vitest';
import type { LoadMessages } from '../i18n/messages.ts';
import { loadTestMessages } from '../../tests/support/samples/messages.ts';
import { LocaleStore } from './LocaleStore.ts';

async function create(loadMessages: LoadMessages = loadTestMessages) {
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

test('adds the texts of account pages and keeps them in the other language', async () => {
  const loaded: string[] = [];
  const locale = await create((code, parts) => {
    loaded.push(`${code} ${parts.join(' ')}`);
    return loadTestMessages(code);
  });
  await locale.use('en', 'account');
  await locale.use('en');
  await locale.use('ru');
  await locale.use('ru', 'content');
  expect(loaded).toEqual(['en account', 'ru account', 'ru account content']);
});

test('keeps the messages of the last of two simultaneous calls', async () => {
  const waiting: (() => void)[] = [];
  const locale = await create(async (code) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return loadTestMessages(code);
  });
  const layout = locale.use('ru');
  const page = locale.use('ru', 'account');
  waiting[1]?.();
  await page;
  const { messages } = locale;
  waiting[0]?.();
  await layout;
  expect(locale.messages).toBe(messages);
});

test('loads the texts of two simultaneous calls, and ends both when it has them', async () => {
  const waiting: (() => void)[] = [];
  const locale = await create(async (code) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return loadTestMessages(code);
  });
  const first = locale.use('en', 'fiat').then(() => locale.has('fiat'));
  const second = locale.use('en', 'account');
  waiting[0]?.();
  waiting[1]?.();
  await second;
  expect([locale.has('fiat'), locale.has('account'), await first]).toEqual([true, true, true]);
});

test('tells who waits for a part that it is loaded', async () => {
  const locale = await create();
  const isShown = when(() => locale.has('fiat'));
  await locale.use('en', 'fiat');
  await isShown;
  expect(locale.has('account')).toBe(false);
});

test('loads a part again after a failure, and other parts meanwhile', async () => {
  const loaded: string[] = [];
  const locale = await create((code, parts) => {
    loaded.push(parts.join(' '));
    return parts.includes('fiat') && loaded.length === 1 ? Promise.reject(new Error('offline')) : loadTestMessages(code);
  });
  await expect(locale.use('en', 'fiat')).rejects.toThrow('Failed loading locale (en)');
  await locale.use('en', 'account');
  await locale.use('en', 'fiat');
  expect([loaded, locale.has('fiat')]).toEqual([['fiat', 'account', 'account fiat'], true]);
});

test('prefixes paths in Russian, not in English', async () => {
  const locale = await create();
  expect([locale.path('/'), locale.path('/support?order=1')]).toEqual(['/', '/support?order=1']);
  await locale.use('ru');
  expect([locale.path('/'), locale.path('/?ref=a'), locale.path('/support')]).toEqual(['/ru', '/ru?ref=a', '/ru/support']);
});
