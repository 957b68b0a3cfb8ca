import { isPositive, sum, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { countAccruals, insertAccrual, readOrderParties } from '../db/repositories/earnings/accruals.ts';
import { addEarning, addExchange, listCashbackDays } from '../db/repositories/earnings/days.ts';
import { findReachedLevel, writeReachedLevel } from '../db/repositories/earnings/levels.ts';
import { changeCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import type { AccrualRow } from '../db/tables/affiliates.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { AccrualRecord } from '../guarantee/records.ts';
import type { Logger } from '../common/log.ts';
import { dayOf, firstDayOf } from '../common/day.ts';
import { randomId } from '../common/hashing.ts';
import { post } from '../payments/ledger.ts';
import { askToConfirmEmail } from '../mail/accountMail.ts';
import { accrualJournalId, accrualLines } from './earningBooks.ts';
import { EARNINGS_INSTRUMENT, feesOf, levelReached, shareOf, type AffiliateRules, type Shares } from './affiliateRules.ts';
import { countedVolume, EARNINGS_DECIMALS, sharedFee, usdtPerReceived, type ValueOptions } from './earningValue.ts';
import { signAccrual } from './signedAccruals.ts';
import { countedExchange, signEarnings, type CountedExchange } from './signedEarnings.ts';
import { readSignedEarners } from './signedOrigins.ts';

export interface AccrualOptions extends ValueOptions {
  rules: AffiliateRules;
  /** The site that mails link to: "https://swap.example" */
  siteOrigin: string;
  signer: Pick<DocumentSigner, 'publicKeys' | 'signAccrual' | 'signEarnings' | 'signOrigin' | 'signReferral'>;
  now: () => number;
  log: Logger;
}

/** What an order's shares are computed from. */
type Terms = Pick<AccrualRecord, 'source' | 'platformFee' | 'platformFeePercent' | 'fixedPremiumPercent' | 'fee'> & {
  price: Decimal;
};

/**
 * Books what a completed order earns its referrer and its customer (D48), in the transaction that completes the order, and signs which
 * earnings it has (D68). Without a trusted price of either coin the order earns nothing and counts toward no volume: the payout never
 * waits for earnings.
 */
export async function accrueEarnings(options: AccrualOptions, transaction: Executor, order: OrderRow): Promise<void> {
  const at = options.now();
  // All rows name the same time, so that they belong to the same day.
  const counted = await accrueShares({ ...options, now: () => at }, transaction, order);
  await signEarnings(options, transaction, { orderId: order.id, counted, at });
}

/** Returns what the order counted toward the cashback level of its customer; null: nothing. */
async function accrueShares(options: AccrualOptions, transaction: Executor, order: OrderRow): Promise<CountedExchange | null> {
  const { settlement } = order;
  const parties = settlement && (await readOrderParties(transaction, order.id));
  if (!parties) return null;
  const { referrer, cashback, shares } = await readSignedEarners(options, transaction, order.id, parties);
  if (!referrer && !cashback) return null;
  const exchange = { ...order, ...settlement };
  const price = usdtPerReceived(options, exchange);
  if (price === null) {
    options.log.warn({ orderId: order.id }, 'There is no trusted price of either coin. The order earns nothing.');
    return null;
  }
  const fees = feesOf(order);
  const { platformFeePercent, fixedPremiumPercent } = fees;
  const terms: Terms = {
    source: parties.source,
    platformFee: settlement.platform_fee,
    platformFeePercent,
    fixedPremiumPercent,
    price,
    fee: sharedFee(fees, exchange, price),
  };
  // A referrer is always an older customer than those it brought, so every process changes balances in the same order.
  if (referrer) {
    const percent = shares.referrer;
    const earned = await accrue(options, transaction, { order, terms, kind: 'REFERRER', ...referrer, percent });
    await addEarning(transaction, { ...referrer, day: dayOf(options.now()) }, earned);
  }
  const volume = countedVolume(exchange, settlement.amount, price);
  return cashback ? await accrueCashback(options, transaction, { order, terms, ...cashback, shares, volume }) : null;
}

/** Accrues at the level that was reached before this order, which the customer saw when creating it, then counts the order. */
async function accrueCashback(
  options: AccrualOptions,
  transaction: Executor,
  { order, terms, userId, shares, volume }: { order: OrderRow; terms: Terms; userId: number; shares: Shares; volume: Decimal },
): Promise<CountedExchange> {
  const { rules, now } = options;
  const percent = shares.cashback[(await findReachedLevel(transaction, userId)) ?? 'BRONZE'];
  const earned = await accrue(options, transaction, { order, terms, kind: 'CASHBACK', userId, code: '', percent });
  await addExchange(transaction, { userId, day: dayOf(now()), volume, earned });
  const days = await listCashbackDays(transaction, userId, firstDayOf(now(), rules.cashbackWindowDays));
  // The write of the day has waited for another order of the customer, which may have raised the level.
  const before = await findReachedLevel(transaction, userId);
  const level = levelReached(rules, before, sum(days.map((day) => day.volume)));
  if (level !== (before ?? 'BRONZE')) await writeReachedLevel(transaction, userId, level, now());
  return countedExchange(rules, { userId, volume, level });
}

type Share = Pick<AccrualRow, 'kind' | 'code' | 'percent'> & { order: OrderRow; terms: Terms; userId: number };

/** Signs and books a share, and returns it in USDT. */
async function accrue(
  { now, signer, siteOrigin }: AccrualOptions,
  transaction: Executor,
  { order, terms, kind, userId, code, percent }: Share,
): Promise<Decimal> {
  const earned = shareOf(terms.fee, percent, EARNINGS_DECIMALS);
  if (!isPositive(earned)) return '0';
  const row = signAccrual(
    signer,
    {
      id: randomId(),
      order_id: order.id,
      kind,
      user_id: userId,
      code,
      instrument: EARNINGS_INSTRUMENT,
      amount: earned,
      fee: terms.fee,
      percent,
      created_at: now(),
    },
    terms,
  );
  await insertAccrual(transaction, row);
  await post(transaction, {
    id: accrualJournalId(row),
    kind: 'ACCRUAL',
    source: { order_id: order.id, accrual_id: row.id },
    at: now(),
    lines: accrualLines(row),
  });
  await changeCustomerBalance(transaction, userId, EARNINGS_INSTRUMENT, earned);
  // The write of the balance has waited for another order that the customer earns from.
  if ((await countAccruals(transaction, userId)) === 1) {
    await askToConfirmEmail(transaction, { userId, origin: siteOrigin, now: now() });
  }
  return earned;
}
