import { expect, test } from 'vitest';
import { shortened, shortenedEmail } from './shortened.ts';

test('shows the first and last characters of a long text, and a short text whole', () => {
  expect(shortened('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')).toBe('TQn9Y2…KcbLSE');
  expect(shortened('cw_5TzQe8Lr0PNaU4w81mab', 7, 4)).toBe('cw_5TzQ…1mab');
  expect(shortened('sandbox-hash-016')).toBe('sandbox-hash-016');
});

test('shows the first and last character of the name in an e-mail', () => {
  expect(shortenedEmail('anna@karlsen.example')).toBe('a…a@karlsen.example');
  expect(shortenedEmail('a@karlsen.example')).toBe('a…@karlsen.example');
});
