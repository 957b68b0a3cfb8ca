import { expect, it } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '../../../contract/errors.ts';
import { judge } from './judge.ts';

const codes = ['ERR_NOT_ACCEPTABLE', 'ERR_RATE_CHANGED', 'ERR_VALIDATION'];
const LONG = 'x'.repeat(5_000);
const refusal = (code: ErrorCode, details: Record<string, unknown>) => ({
  status: ERROR_STATUS[code],
  headers: { 'x-request-id': 'one' },
  body: JSON.stringify({ code, message: 'No.', requestId: 'one', details }),
});
const complaint = (code: ErrorCode, details: Record<string, unknown>) =>
  judge(refusal(code, details), { requestText: '', mustFail: true, codes });

it.each([
  ['ERR_NOT_ACCEPTABLE', 'order'],
  ['ERR_RATE_CHANGED', 'pairData'],
  ['ERR_RATE_CHANGED', 'refundInfo'],
] as const)('%s may be as long as the %s that is promised with it', (code, name) => {
  expect(complaint(code, { [name]: { is: LONG } })).toBeNull();
});

it('whatever else a refusal says is short', () => {
  expect(complaint('ERR_NOT_ACCEPTABLE', { order: { is: LONG }, reason: LONG })).toMatch('characters to say what is wrong');
  expect(complaint('ERR_VALIDATION', { fields: [LONG] })).toMatch('characters to say what is wrong');
});

it('a code is one that the document names for the call', () => {
  expect(complaint('ERR_FORBIDDEN', {})).toBe('ERR_FORBIDDEN is not described for this call');
});
