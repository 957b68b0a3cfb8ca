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
  ['the bytes of a photo that the host has', '{"received":524288,"photo":null}', { received: 524288, photo: null }],
  ['when to try again', '{"details":{"retryAfterSeconds":42}}', { details: { retryAfterSeconds: 42 } }],
  ['counts only', '{"decimals":-8,"height":1e3,"list":[],"memo":null}', { decimals: -8, height: 1000, list: [], memo: null }],
])('%s', (_name, text, expected) => {
  expect(parseAnswer(text)).toEqual(expected);
});
