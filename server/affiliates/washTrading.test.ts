import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amount, compare, subtract, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import { CASHBACK_LEVEL_NAMES, type CashbackLevelName } from '../../contract/schemas/affiliates.ts';
import { writeReachedLevel } from '../db/repositories/earnings/levels.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { useRealDesk } from '../orders/testing/realDesk.ts';
import { DEFAULT_PRICING } from '../pricing/pricingSettings.ts';
import { findRuleFault, shareOf, sharedPartOfFee } from './affiliateRules.ts';
import { DEFAULT_AFFILIATE_RULES } from './affiliateSettings.ts';
import { addCustomer, balanceOf, swap, type SwapOptions, type TestCustomer } from './testing/customers.ts';

/** The ways in which the owner of two accounts can swap with himself; the second account was referred by the first. */
const WAYS: Record<string, (first: TestCustomer, second: TestCustomer) => SwapOptions> = {
  'as a guest with the own code': (first) => ({ code: first.code }),
  'with the own account': (first) => ({ owner: first }),
  'with the own account and the own code': (first) => ({ owner: first, code: first.code }),
  'with the own account and the code of the other one': (first, second) => ({ owner: first, code: second.code }),
  'with the referred account': (_first, second) => ({ owner: second }),
  'with the referred account and the code of the other one': (first, second) => ({ owner: second, code: first.code }),
  'with the own API key and the own code': (first) => ({ owner: first, source: 'API_KEY', code: first.code }),
  'with an API key of the referred account': (first, second) => ({ owner: second, source: 'API_KEY', code: first.code }),
  'as a guest, added to the account later': (first, second) => ({ owner: second, source: 'CLAIMED', code: first.code }),
};

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

describe.each(['FLOATING', 'FIXED'] as const)('at a %s rate', (rateMode) => {
  test.each(Object.entries(WAYS))('earns less than it costs: %s', async (_name, way) => {
    Object.assign(host, { desk: useRealDesk(host).desk });
    const first = await addCustomer(host);
    const second = await addCustomer(host, first);
    for (const level of CASHBACK_LEVEL_NAMES) {
      await reach(level, first, second);
      const before = await earned(first, second);
      const { cost, fee } = await costOf(await swap(host, { rateMode, ...way(first, second) }));
      const gained = subtract(await earned(first, second), before);
      expect(compare(gained, cost), `${gained} earned, ${cost} paid`).toBe(-1);
      expect(compare(gained, fee), `${gained} earned of a fee of ${fee}`).toBeLessThan(1);
    }
  });
});

test('shares of any fee under any valid rules are together at most the fee', () => {
  const percent = fc
    .integer({ min: 0, max: 10_000 })
    .map((hundredths) => toDecimal(amount(String(hundredths)).div(amount('100'))));
  const fee = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((units) => toDecimal(amount(String(units)).div(amount('1000000'))));
  const rateMode = fc.constantFrom('FLOATING', 'FIXED');
  fc.assert(
    fc.property(fee, percent, percent, percent, rateMode, (whole, referrerSharePercent, cashback, fixedPremiumPercent, mode) => {
      const { cashbackLevels, ...others } = DEFAULT_AFFILIATE_RULES;
      const levels = cashbackLevels.map((terms) => ({ ...terms, percent: cashback }));
      fc.pre(findRuleFault({ ...others, referrerSharePercent, cashbackLevels: levels }) === null);
      const part = sharedPartOfFee({ ...DEFAULT_PRICING, fixedPremiumPercent }, mode);
      const shared = toDecimal(amount(whole).times(part));
      const shares = sum([shareOf(shared, referrerSharePercent, 6), shareOf(shared, cashback, 6)]);
      expect(compare(shares, whole)).toBeLessThan(1);
    }),
  );
});

async function reach(level: CashbackLevelName, ...customers: readonly TestCustomer[]): Promise<void> {
  for (const { userId } of customers) await writeReachedLevel(host.database, userId, level, host.context.now());
}

async function earned(...customers: readonly TestCustomer[]): Promise<Decimal> {
  return sum(await Promise.all(customers.map((customer) => balanceOf(host, customer))));
}

/** Returns what a completed order to USDT cost at the market price, and our fee; in USDT. */
async function costOf(orderId: string): Promise<{ cost: Decimal; fee: Decimal }> {
  const settlement = (await findOrder(host.database, orderId))?.settlement;
  if (!settlement) throw new Error('The order was not exchanged.');
  const worth = toDecimal(amount(settlement.amount).times(amount(settlement.market_price)));
  return { cost: subtract(worth, settlement.payout_amount), fee: settlement.platform_fee };
}
