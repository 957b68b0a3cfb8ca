import { expect, test } from 'vitest';
import { signSample } from '../../tests/support/samples/sampleGuarantee.ts';
import { events, sampleDeposit, sampleOrder } from '../../tests/support/samples/sampleOrder.ts';
import { amount, sum } from '../money.ts';
import { agreedChain, orderChain, termsChain } from './orderChain.ts';
import type { PriceChain } from './priceChain.ts';

/** What the lines below the first add up to, which must be the first. */
const addedUp = ({ serviceFee, holding, networkFee, received }: PriceChain) =>
  sum([serviceFee, holding?.fee ?? '0', networkFee, received]);

const floating = sampleOrder({
  rateMode: 'FLOATING',
  claimedPublicRate: { price: '91039.88315' },
  claimedNetworkFee: '3.016561',
  platformFee_Absolute: '22.874343',
  amountToGet: '4548.977596',
});
const signed = signSample({
  rateMode: 'FLOATING',
  amountToGet: '4548.977596',
  price: '91039.88315',
  networkFee: '3.016561',
  platformFee: '22.874343',
  platformFeePercent: '0.5',
  fixedPremiumPercent: null,
});
const guaranteed = { ...floating, guarantee: signed };

test.each([
  ['awaits its deposit', guaranteed, { sent: '0.05', marketPrice: '91497.37', received: '4548.977596' }],
  ['has no guarantee', floating, { sent: '0.05', marketPrice: '91497.37', servicePercent: null }],
  [
    'received another amount than announced',
    { ...guaranteed, status: 'CONFIRMING' as const, deposits: [sampleDeposit({ amount: '0.02' })] },
    { sent: '0.02', marketPrice: '91497.37', worth: '1829.9474', serviceFee: '9.149738', received: '1817.781101' },
  ],
  [
    'waits for the rest of its deposit',
    { ...guaranteed, waitsFor: 'REST' as const, deposits: [sampleDeposit({ amount: '0.0001' })] },
    { sent: '0.05', received: '4548.977596' },
  ],
  [
    'was priced when its deposit was confirmed',
    {
      ...guaranteed,
      status: 'PAYING_OUT' as const,
      deposits: [sampleDeposit()],
      settledPrice: '91062.4995',
      platformFee_Absolute: '22.880025',
      amountToGet: '4550.108414',
    },
    { sent: '0.05', marketPrice: '91520.10', worth: '4576.005', serviceFee: '22.880025', received: '4550.108414' },
  ],
])('a floating order that %s: the lines add up', (_what, order, expected) => {
  const chain = orderChain(order);
  const { marketPrice, ...others } = { marketPrice: chain.marketPrice, ...expected };
  expect(chain).toMatchObject(others);
  expect(amount(chain.marketPrice).eq(amount(marketPrice))).toBe(true);
  expect(addedUp(chain)).toBe(chain.worth);
});

test('a fixed order whose new terms were accepted has no cost of holding the rate', () => {
  const order = sampleOrder({
    status: 'CONFIRMING',
    rateMode: 'FLOATING',
    deposits: [sampleDeposit({ amount: '0.048' })],
    orderEvents: events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'RATE_MODE_CHANGED', 'RATE_MODE_CHANGE_ACCEPTED'),
    acceptedPrice: '69650',
    claimedNetworkFee: '2',
    platformFee_Absolute: '16.8',
    amountToGet: '3341.2',
    guarantee: signSample({ platformFeePercent: '0.5', fixedPremiumPercent: '0.99' }),
  });
  const chain = orderChain(order);
  expect(chain).toMatchObject({ sent: '0.048', marketPrice: '70000', worth: '3360', serviceFee: '16.8', holding: null });
  expect(addedUp(chain)).toBe(chain.worth);
  expect(agreedChain(order)).toBeNull();
});

test('compares a priced order with what was estimated', () => {
  const order = { ...guaranteed, settledPrice: '91062.4995', amountToGet: '4550.108414', platformFee_Absolute: '22.880025' };
  expect(agreedChain(order)).toMatchObject({ marketPrice: '91497.37', received: '4548.977596' });
});

test('terms that no longer apply keep the market price of the agreed amount', () => {
  const order = { ...guaranteed, status: 'DECISION_NEEDED' as const, deposits: [sampleDeposit({ amount: '0.00001' })] };
  expect(termsChain(order).marketPrice).toBe('91497.37');
  expect(termsChain(order).worth).toBe('4574.8685');
});
