import fc from 'fast-check';
import type { Json } from './goodInput.ts';

/** Stands for 10,000 arrays in each other, which nothing but text can hold. */
export const DEEP = '@deep@';
export const DEEP_TEXT = '['.repeat(10_000) + ']'.repeat(10_000);

/** What people and programs write where an amount, an id or an address belongs. */
const AMOUNTS = [
  `1${'0'.repeat(40)}`,
  '9'.repeat(40),
  `0.${'0'.repeat(29)}1`,
  `0.${'0'.repeat(39)}1`,
  `${'9'.repeat(40)}.${'9'.repeat(40)}`,
  '1e40',
  '1e-30',
  'NaN',
  'Infinity',
  '-0',
  '-1',
  '+1',
  '0',
  '0.0',
  '0x10',
  '0b1',
  '007',
  '1.',
  '.5',
  '1,5',
  '1_000',
  '1 000',
  '0.1.2',
  '٠.٥',
  '０.５',
  '1²',
  '½',
  '1\u200B',
  '\uFEFF1',
  '\u202E5.0',
  '1\u0000',
  '1\n',
];
const TEXTS = [
  '',
  ' ',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '\u0000',
  'bt\u0441',
  'BTC',
  'ｂｔｃ',
  '\uD800',
  '\u{1F600}'.repeat(200),
  '\r\nset-cookie: a=b',
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '%',
  '%00',
  '%2e%2e%2f',
  '../../../../etc/passwd',
  '\\\\host\\share',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '2026-02-30T25:61:61Z',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(300),
  'x'.repeat(5_000),
  'x'.repeat(100_000),
  'a@'.repeat(120),
  `${'a'.repeat(250)}@b.cc`,
];
/** The first and last of each block, and those that texts contain most often */
export const CONTROL_CHARACTERS = ['\u0000', '\t', '\n', '\r', '\u001B', '\u001F', '\u007F', '\u0080', '\u0085', '\u009F'];
export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text);
const NO_TEXTS: Json[] = [null, true, false, 0, -0, 1, -1, 0.1, 1e21, 1e308, [], [[]], ['1'], {}, { toString: '1' }, DEEP];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...AMOUNTS) },
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
export const hostileOther: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NO_TEXTS) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.array(fc.string(), { maxLength: 3 }) },
);
/** Names that an object has without having them, and names that nobody has. */
export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'length'),
  fc.constantFrom('', ' ', 'more', '0', 'orderid', 'ORDERID', 'status', 'x'.repeat(3_000), '\u0000', '\uD800'),
  fc.string({ maxLength: 20 }),
);
