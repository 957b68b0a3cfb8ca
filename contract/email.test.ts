import { expect, test } from 'vitest';
import { isEmail, normaliseEmail } from './email.ts';

test.each(['a@b.co', 'first.last@mail.example.com', 'имя@пример.com'])('accepts %s', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each(['', 'a', 'a@b', 'a@b.c', 'a b@c.de', '@b.co', 'a@b.co1', `${'a'.repeat(250)}@b.co`])('rejects %s', (text) => {
  expect(isEmail(text)).toBe(false);
});

test('removes plus signs and spaces', () => {
  expect(normaliseEmail(' an+na@example.com ')).toBe('anna@example.com');
});
