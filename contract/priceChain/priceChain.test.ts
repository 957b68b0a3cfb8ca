import { expect, test } from 'vitest';
import { amount, sum } from '../money.ts';
import { priceChain, type PriceChain } from './priceChain.ts';

/** What the lines below the first add up to, which must be the first. */
const addedUp = ({ serviceFee, holding, networkFee, received }: PriceChain) =>
  sum([serviceFee, holding?.fee ?? '0', networkFee, received]);

const exchange = { sent: '0.05', received: '4548.977596', networkFee: '3.016561', platformFee: '22.874343', decimals: 6 };
const stated = { marketPrice: '91497.37', servicePercent: '0.5', premiumPercent: null };

test('computes a floating exchange from the market price', () => {
  expect(priceChain(exchange, stated)).toEqual({
    sent: '0.05',
    marketPrice: '91497.37',
    worth: '4574.8685',
    serviceFee: '22.874343',
    servicePercent: '0.5',
    holding: null,
    networkFee: '3.016561',
    received: '4548.977596',
  });
});

test('separates what holding a fixed rate costs from the service fee', () => {
  const fixed = { ...exchange, received: '4525.349113', networkFee: '3.770702', platformFee: '45.748685' };
  const chain = priceChain(fixed, { ...stated, premiumPercent: '0.5' });
  expect(chain).toMatchObject({ worth: '4574.8685', serviceFee: '22.874343', holding: { fee: '22.874342', percent: '0.5' } });
  expect(addedUp(chain)).toBe(chain.worth);
});

test('shows as many digits of the price as the product needs', () => {
  const { marketPrice, worth } = priceChain(
    { ...exchange, received: '4548.978159', platformFee: '22.874346' },
    { ...stated, marketPrice: '91497.38132112345' },
  );
  expect(worth).toBe('4574.869066');
  expect(marketPrice).toBe('91497.3813');
  const difference = amount('0.05').times(amount(marketPrice)).minus(amount(worth)).abs();
  expect(difference.lte(amount('0.000001'))).toBe(true);
});

test('derives the price from the amounts when the host states none, or another one', () => {
  const derived = { marketPrice: '91497.37', servicePercent: null, holding: null };
  expect(priceChain(exchange, null)).toMatchObject(derived);
  expect(priceChain(exchange, { ...stated, marketPrice: '91500' })).toMatchObject(derived);
});
