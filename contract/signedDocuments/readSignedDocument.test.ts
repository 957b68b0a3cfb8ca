import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signSample, signSampleReceipt } from '../../tests/support/samples/sampleGuarantee.ts';
import { readSignedDocument } from './readSignedDocument.ts';

const signed = signSample();
const text = JSON.stringify(signed);

test('reads a saved file with any white space and order of fields', () => {
  const reversed = Object.fromEntries(Object.entries(signed).toReversed());
  for (const file of [text, `${JSON.stringify(reversed, null, 2)}\n`, `\t${text}\r\n `]) {
    expect(readSignedDocument(file)).toEqual({ fault: null, signed });
  }
  expect(readSignedDocument(JSON.stringify(signSampleReceipt())).fault).toBeNull();
});

test('refuses text that is not a signed document', () => {
  fc.assert(fc.property(fc.json(), (json) => readSignedDocument(json).fault === 'notADocument'));
  fc.assert(fc.property(fc.nat({ max: text.length - 1 }), (end) => readSignedDocument(text.slice(0, end)).fault !== null));
  for (const other of [
    '',
    'no JSON',
    '}',
    '7 {}',
    `[${text}]`,
    JSON.stringify({ ...signed, document: [] }),
    text.replace('guarantee', 'capital'),
  ]) {
    expect(readSignedDocument(other)).toEqual({ fault: 'notADocument', field: '' });
  }
});

/** Inserts a field behind the opening bracket of the object that begins at `start`. */
const withField = (start: string, field: string): string => text.replace(start, `${start}${field},`);

test.each([
  ['a second document', `${text}\n${text}`, 'moreText', ''],
  ['text behind the document', `${text} x`, 'moreText', ''],
  ['another closing bracket', `${text}}`, 'moreText', ''],
  ['a value twice', withField('"document":{', '"depositAddress":"bc1qattacker"'), 'duplicateKey', 'depositAddress'],
  ['the same value twice', withField('"document":{', '"kind":"guarantee"'), 'duplicateKey', 'kind'],
  ['an escaped spelling of a key', withField('"document":{', String.raw`"\u006bind":"receipt"`), 'duplicateKey', 'kind'],
  ['a document twice', withField('{', '"document":{"kind":"receipt"}'), 'duplicateKey', 'document'],
  ['a value of an inner object twice', withField('"refundPolicy":{', '"cost":"NONE"'), 'duplicateKey', 'cost'],
  ['an unsigned field', withField('{', '"note":"pay to bc1qattacker"'), 'unsignedField', 'note'],
  ['a prototype', withField('{', '"__proto__":{"keyId":""}'), 'unsignedField', '__proto__'],
  ['a number', text.replace('"minConfirmations":"2"', '"minConfirmations":2'), 'number', 'minConfirmations'],
  ['a number in another form', text.replace('"minConfirmations":"2"', '"minConfirmations":2.0e0'), 'number', 'minConfirmations'],
  ['a number in a list', withField('"document":{', '"more":[{"count":-1}]'), 'number', 'count'],
  ['another version', text.replace('"version":"5"', '"version":"4"'), 'otherVersion', '4'],
  ['no version', text.replace('"version":"5",', ''), 'otherVersion', 'undefined'],
  ['a signature in upper case', JSON.stringify({ ...signed, signature: 'AB'.repeat(64) }), 'signatureForm', 'signature'],
  ['a longer signature', JSON.stringify({ ...signed, signature: `${signed.signature}00` }), 'signatureForm', 'signature'],
])('refuses %s', (_what, file, fault, field) => {
  expect(readSignedDocument(file)).toEqual({ fault, field });
});

test('does not take text in a value for a field', () => {
  const { document } = signSample({ depositAddressMemo: '"kind":"receipt",{"a":1}' });
  expect(readSignedDocument(JSON.stringify({ ...signed, document })).fault).toBeNull();
});

test('refuses a long text with open quotation marks', () => {
  // In quadratic time this would take hours.
  expect(readSignedDocument(`{"a":"${'\\"'.repeat(500_000)}`).fault).toBe('notADocument');
});
