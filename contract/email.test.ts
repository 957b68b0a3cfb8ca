import { expect, test } from 'vitest';
import { isEmail, isMailAddress, mailAddress, normaliseEmail } from './email.ts';

test.each(['a@b.co', 'first.last@mail.example.com', 'имя@пример.com'])('accepts %s', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each(['', 'a', 'a@b', 'a@b.c', 'a b@c.de', '@b.co', 'a@b.co1', `${'a'.repeat(250)}@b.co`])('rejects %s', (text) => {
  expect(isEmail(text)).toBe(false);
});

test('removes plus signs and spaces', () => {
  expect(normaliseEmail(' an+na@example.com ')).toBe('anna@example.com');
});

test.each(['a@b.co', 'first.last@mail.example.com', "o'neil+x@sub.example.org", 'ann@пример.com', 'ann@ＥＸＡＭＰＬＥ.com'])(
  'accepts %s as a new e-mail',
  (text) => expect(isMailAddress(text)).toBe(true),
);

test.each([
  'a,b@example.com',
  'a;b@example.com',
  '<a@example.com',
  '"a"@example.com',
  'a\u0000@example.com',
  'a\u200B@example.com',
  'ａ@example.com',
  'имя@example.com',
  'a..b@example.com',
  'a@ex\u200Bample.com',
  'a@-x.com',
  'a@example.com:25/x.com',
  'a@evil.com/example.com',
  'a@[1.2.3.4].com',
])('refuses %j as a new e-mail', (text) => expect(isMailAddress(text)).toBe(false));

test('writes the domain of an address in lower-case ASCII', () => {
  expect(mailAddress('Ann@Пример.COM')).toBe('Ann@xn--e1afmkfd.com');
});
