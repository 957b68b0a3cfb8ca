import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseAnswer } from './parseAnswer.ts';

test('keeps the digits of an amount that another implementation sends as a number', () => {
  const text = '{"price":0.1000000000000000055,"amounts":[12345678901234567890,1e-30],"confirmations":2,"memo":null}';
  expect(parseAnswer(text)).toEqual({
    price: '0.1000000000000000055',
    amounts: ['12345678901234567890', 1e-30],
    confirmations: 2,
    memo: null,
  });
});

test.each([
  ['a number that counts and one that is money', '{"decimals":8,"price":0.1}', { decimals: 8, price: '0.1' }],
  [
    'digits in text, with a colon before them',
    '{"updatedAt":"2026-11-22T01:40:56Z","decimals": 8}',
    { updatedAt: '2026-11-22T01:40:56Z', decimals: 8 },
  ],
  ['an amount in a list', '{"list":[1.50],"decimals":8}', { list: ['1.50'], decimals: 8 }],
  ['a number alone', ' 1.50', '1.50'],
  ['a key that only ends in the name of a count', '{"a\\"decimals":1.50}', { 'a"decimals': '1.50' }],
  ['another key that begins with one', '{"decimalsOf":1.50}', { decimalsOf: '1.50' }],
  ['a key with a space before its colon', '{"price" : 1.50}', { price: '1.50' }],
  ['counts only', '{"decimals":-8,"height":1e3,"list":[],"memo":null}', { decimals: -8, height: 1000, list: [], memo: null }],
])('%s', (_name, text, expected) => {
  expect(parseAnswer(text)).toEqual(expected);
});

/** Returns the names of the numeric fields in a schema, at any depth. */
function numbersIn(schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, ...parts } = { type: null, properties: {}, ...schema };
  const own = type === 'integer' || type === 'number' ? [name] : [];
  const fields = Object.entries(properties).flatMap(([field, inner]) => numbersIn(inner, field));
  return [...own, ...fields, ...Object.values(parts).flatMap((inner) => [inner].flat().flatMap((one) => numbersIn(one, name)))];
}

test('keeps every number of the contract’s answers as a number', async () => {
  const modules = await Promise.all(
    globSync('contract/schemas/*.ts', { exclude: ['**/ipc.ts', '**/trading.ts'] })
      .filter((file) => !file.includes('.test.'))
      .map(async (file) => (await import(pathToFileURL(file).href)) as Record<string, unknown>),
  );
  const answers = modules.flatMap((exported) => Object.entries(exported).filter(([name]) => /(?:Answer|Schema)$/.test(name)));
  const names = [...new Set(answers.flatMap(([, schema]) => numbersIn(schema)))];
  expect(names).toContain('depositIndex');
  expect(names.filter((name) => JSON.stringify(parseAnswer(`{"${name}":5}`)) !== `{"${name}":5}`)).toEqual([]);
});
