import { expect, test } from 'vitest';
import { isSigned, signCallback } from './reports.ts';

const signKey = 'k'.repeat(16);

test('accepts a callback in the form that the provider signs, and in no other', () => {
  const [spaced, dense] = [Buffer.from('{ "status": "pending" }'), Buffer.from('{"status":"pending"}')];
  const [ofSpaced, ofDense] = [signCallback(spaced, signKey), signCallback(dense, signKey)];
  expect(isSigned(spaced, ofSpaced.toUpperCase(), { signKey, signedForm: 'raw' })).toBe(true);
  expect(isSigned(spaced, ofDense, { signKey, signedForm: 'raw' })).toBe(false);
  expect(isSigned(spaced, ofDense, { signKey, signedForm: 'dense' })).toBe(true);
  expect(isSigned(spaced, ofSpaced, { signKey, signedForm: 'dense' })).toBe(false);
});
