import { expect, it } from 'vitest';
import { memoryStorage } from '../../tests/support/browser/fakePlatform.ts';
import { createCookieJar } from './bridgedStorage.ts';

it.each(['', '{"value":', 'null', '{}', '5', '"dark"'])('takes a damaged cookie for none: %j', (text) => {
  const storage = memoryStorage();
  storage.set('cookie-theme', text);
  expect(createCookieJar(storage).get('theme')).toBeNull();
});
