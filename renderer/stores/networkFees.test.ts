import { expect, test } from 'vitest';
import { splitNetworkFee } from './networkFees.ts';

test.each([
  ['3.5', '1.2', '2.3', '1.2'],
  ['3.5', '3.5', '0', '3.5'],
  ['3.5', '0', '3.5', null],
  ['3.5', undefined, '3.5', null],
  ['3.5', '4', '3.5', null],
  ['3.5', 'free', '3.5', null],
])('splits %s with collection %j into %s and %s', (fee, collection, sending, collecting) => {
  expect(splitNetworkFee(fee, collection)).toEqual({ sending, collecting });
});
