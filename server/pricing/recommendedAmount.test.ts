import { describe, expect, it } from 'vitest';
import { recommendAmount } from './recommendedAmount.ts';
import { createTestDesk } from './testing/testDesk.ts';

const PRICES = { BTC: '95000', USDT: '1.0001', TRX: '0.25', DOGE: '0.0713', USD: '1', ETH: '3333' };

describe('the recommended amount', () => {
  it.each([
    ['btc', '0.005'],
    ['usdttrc20', '500'],
    ['doge', '7000'],
    ['eth', '0.2'],
  ])('rounds the amount of %s to one digit and zeros', (slug, expected) => {
    const pricing = createTestDesk({ prices: PRICES });
    const [from, to] = [slug, 'trx'].map((name) => pricing.catalogue.instruments.get(name));
    if (!from || !to) throw new Error('not in the catalogue');
    expect(recommendAmount(pricing, from, to, pricing.clock.now)).toBe(expected);
  });

  it('stays within the bounds', async () => {
    const expensive = createTestDesk({ prices: PRICES, networkFees: { tron: '4000' } });
    await expensive.fees.refresh();
    const [from, to] = ['btc', 'usdttrc20'].map((name) => expensive.catalogue.instruments.get(name));
    if (!from || !to) throw new Error('not in the catalogue');
    // Fees of about 1,020 USD are a tenth of it
    expect(recommendAmount(expensive, from, to, expensive.clock.now)).toBe('0.108');
    const small = createTestDesk({ prices: PRICES, configuration: { maximumUsd: '100' } });
    expect(recommendAmount(small, from, to, small.clock.now)).toBe('0.00105');
  });
});
