import { expect, it } from 'vitest';
import { sum } from '../../../contract/money.ts';
import { shareFee } from './shareFee.ts';

it('divides a fee exactly', () => {
  expect(shareFee('0.00001', 3, 8)).toEqual(['0.00000334', '0.00000333', '0.00000333']);
  for (const payments of [1, 2, 7, 99]) expect(sum(shareFee('0.00012345', payments, 8))).toBe('0.00012345');
});
