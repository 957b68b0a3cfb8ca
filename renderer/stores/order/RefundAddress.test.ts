import { expect, test } from 'vitest';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { RefundAddress } from './RefundAddress.ts';

const REQUEST = 'ripple:rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh?amount=500&dt=4711';

test.each([
  ['with its memo on a network with memos', true, { refundAddressMemo: '4711' }],
  ['without a memo on other networks', false, {}],
])('takes the address of a scanned payment request %s', async (_name, requiresMemo, memo) => {
  const address = new RefundAddress({ platform: createFakePlatform().platform });
  await address.set(REQUEST, { requiresMemo });
  expect(address.fields).toEqual({ refundAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', ...memo });
});
