import { sum, type Decimal } from '../../contract/money.ts';
import type { Balances } from '../../contract/schemas/affiliates.ts';
import type { Executor } from '../db/database.ts';
import {
  listOpenOrdersOfCodes,
  listOpenOrdersOfReferred,
  listOwnOpenOrders,
  type OpenExchange,
} from '../db/repositories/earnings/accruals.ts';
import { findReachedLevel } from '../db/repositories/earnings/levels.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { referenceOf } from '../instruments/lookup.ts';
import { EARNINGS_INSTRUMENT, feesOf, shareOf, sharesOf, type AffiliateRules, type Shares } from './affiliateRules.ts';
import { EARNINGS_DECIMALS, sharedFee, usdtPerReceived, type ValueOptions } from './earningValue.ts';
import { readAgreedShares } from './signedOrigins.ts';

/** Older open orders are on hold for so long that their earnings are not announced. */
const OPEN_ORDER_MS = 7 * 24 * 3_600_000;

export interface BalanceOptions extends ValueOptions {
  catalogue: Catalogue;
  rules: AffiliateRules;
  now: () => number;
}

/** Returns what a customer can withdraw, and what open exchanges will add. */
export async function readBalances(options: BalanceOptions, executor: Executor, userId: number): Promise<Balances> {
  const amount = await readCustomerBalance(executor, userId, EARNINGS_INSTRUMENT);
  const expectedAmount = await readExpected(options, executor, userId);
  return { balances: [{ ...referenceOf(options, EARNINGS_INSTRUMENT), amount, expectedAmount }] };
}

async function readExpected(options: BalanceOptions, executor: Executor, userId: number): Promise<Decimal> {
  const { rules, now } = options;
  const since = now() - OPEN_ORDER_MS;
  const own = await listOwnOpenOrders(executor, userId, since);
  const shared = [
    ...(await listOpenOrdersOfCodes(executor, userId, since)),
    ...(await listOpenOrdersOfReferred(executor, userId, since)),
    ...own.filter(({ source }) => source === 'API_KEY'),
  ];
  const level = (await findReachedLevel(executor, userId)) ?? 'BRONZE';
  const agreed = await readAgreedShares(
    executor,
    [...shared, ...own].map(({ id }) => id),
  );
  const earned = (percentOf: (shares: Shares) => Decimal) => (exchange: OpenExchange) => {
    const price = usdtPerReceived(options, exchange);
    const percent = percentOf(agreed.get(exchange.id) ?? sharesOf(rules));
    return price === null ? '0' : shareOf(sharedFee(feesOf(exchange), exchange, price), percent, EARNINGS_DECIMALS);
  };
  return sum([
    ...shared.map(earned(({ referrer }) => referrer)),
    ...own.filter(({ source }) => source === 'SESSION').map(earned(({ cashback }) => cashback[level])),
  ]);
}
