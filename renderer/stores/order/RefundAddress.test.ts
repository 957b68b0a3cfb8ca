import { expect, test } from 'vitest';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { RefundAddress } from './RefundAddress.ts';

const REQUEST = 'ripple:rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh?amount=500&dt=4711';

test.each([
  ['with its memo on a network with memos', true, { refundAddressMemo: '4711' }],
  ['without a memo on other networks', false, {}],
])('takes the address of a scanned payment request %s', async (_name, requiresMemo, memo) => {
  const address = new RefundAddress({ platform: createFakePlatform().platform });
  await address.set(REQUEST, { ...sampleInstrument('xrp'), requiresMemo });
  expect(address.fields).toEqual({ refundAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', ...memo });
});

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ETHER = { instrument: { currencyTitle: 'ETH', networkTitle: 'ERC20' }, requiresMemo: false };

test('leaves an address of another chain as it is, and names the network that the host finds', async () => {
  const fake = createFakePlatform({
    'instruments.validateAddress': () => ({ result: false, code: 'address_wrong_network', detectedNetworks: ['Arbitrum One'] }),
  });
  const address = new RefundAddress({ platform: fake.platform });
  await address.set(`arb1:${ETHEREUM}`, sampleInstrument('eth'));
  expect(await address.check(ETHER)).toBe(false);
  expect(fake.callsOf('instruments.validateAddress')[0]?.input).toMatchObject({ address: `arb1:${ETHEREUM}` });
  expect([address.problem, address.problemValues]).toEqual(['error_address_network', { detected: 'Arbitrum One' }]);
  await address.set(`eth:${ETHEREUM}`, sampleInstrument('eth'));
  expect([address.text, address.problem]).toEqual([ETHEREUM, null]);
});

test('refuses a payment request that needs what nobody knows', async () => {
  const address = new RefundAddress({ platform: createFakePlatform().platform });
  await address.set(`ethereum:${ETHEREUM}@1?req-test=1`, sampleInstrument('eth'));
  expect([address.problem, address.problemValues]).toEqual([
    'error_payment_request',
    { kind: 'REQUIRED', parameter: 'req-test' },
  ]);
});

test('removes what nobody sees, also from the memo of a payment request, and says so (D85)', async () => {
  const address = new RefundAddress({ platform: createFakePlatform().platform });
  await address.set(`\u200b${REQUEST}%E2%80%8B`, sampleInstrument('xrp'));
  expect(address.fields).toEqual({ refundAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', refundAddressMemo: '4711' });
  expect([address.isTextCleaned, address.isMemoCleaned]).toEqual([true, true]);
});
