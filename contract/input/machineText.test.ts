import { describe, expect, test } from 'vitest';
import { readPastedAmount } from '../amountInput.ts';
import { normaliseEmail } from '../email.ts';
import { cleanAddress, cleanMachineText, hasUnseen } from './machineText.ts';
import { readPaymentUri } from '../paymentUri/readPaymentUri.ts';

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
/** ZERO WIDTH SPACE, WORD JOINER, SOFT HYPHEN, byte order mark, direction marks, HANGUL FILLER, a variation selector and a tag. */
const UNSEEN = '\u200b\u2060\u00ad\ufeff\u200e\u202d\u2066\u3164\ufe0f\u{e0041}';

describe('cleanMachineText', () => {
  test.each([
    [`${UNSEEN}${ADDRESS}${UNSEEN}`, ADDRESS],
    [`${ADDRESS.slice(0, 20)}${UNSEEN}${ADDRESS.slice(20)}`, ADDRESS],
    [`${ADDRESS.slice(0, 20)}\r\n   ${ADDRESS.slice(20)}\n`, ADDRESS],
    ['ref\u00a0104\u200938571', 'ref 104 38571'],
    [' 104938571\u200b', '104938571'],
    ['Приход 7', 'Приход 7'],
  ])('returns %j as %j', (text, clean) => {
    expect(cleanMachineText(text)).toBe(clean);
  });
});

test.each([
  [`Address: ${ADDRESS}`, ADDRESS],
  [`Your BTC address (Bitcoin): “${ADDRESS}”.`, ADDRESS],
  [`Адрес кошелька: ${ADDRESS},`, ADDRESS],
  [`(${ADDRESS})`, ADDRESS],
  [`<${ADDRESS}>`, ADDRESS],
  [` ${ADDRESS}\u200b; `, ADDRESS],
  [`bitcoin:${ADDRESS}?amount=0.1`, `bitcoin:${ADDRESS}?amount=0.1`],
  ['arb1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'arb1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['UQDIsB_-', 'UQDIsB_-'],
])('reads the address in %j', (text, address) => {
  expect(cleanAddress(text)).toBe(address);
});

test('takes no label for the scheme of a payment request', () => {
  expect(readPaymentUri(`Address: ${ADDRESS}`)).toBeNull();
});

test.each([
  ['104938571\u200b', true],
  [' 104938571\n', false],
  ['\ufeff', false],
])('says whether something unseen is in %j: %s', (text, expected) => {
  expect(hasUnseen(text)).toBe(expected);
});

test('cleans amounts, e-mails and payment requests', () => {
  expect(readPastedAmount('\u202d1\u200e234,5\u202c BTC', { language: 'en' })?.amount).toBe('1234.5');
  expect(normaliseEmail('an\u200bna@example.com\u2060')).toBe('anna@example.com');
  expect(readPaymentUri(`\u200bbitcoin:${ADDRESS.slice(0, 9)}\u2060${ADDRESS.slice(9)}?amount=0.5`)).toMatchObject({
    address: ADDRESS,
    amount: '0.5',
  });
});
