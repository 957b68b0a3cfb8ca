import { expect, it } from 'vitest';
import { storedTheme } from './theme.ts';

it.each([
  ['{"value":"dark","expiresAt":1}', 'dark'],
  ['{"value":"light"}', 'light'],
  ['{"value":"blue"}', null],
  ['{"value":', null],
  ['null', null],
  [null, null],
])('reads the theme of the entry %j', (entry, theme) => {
  expect(storedTheme({ get: () => entry })).toBe(theme);
});
