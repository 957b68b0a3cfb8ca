import { amount, compare, isPositive, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listUnsignedAccruals, readOrderParties, writeAccrualSignature } from '../db/repositories/earnings/accruals.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import type { AccrualRow } from '../db/tables/affiliates.ts';
import type { Logger } from '../common/log.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import { ownSendId } from '../orders/core/orderSends.ts';
import { feesOf, type AffiliateRules } from './affiliateRules.ts';
import { sharedFee } from './earningValue.ts';
import { findAccrualFault, findOldEarnerFault, readAccrualRecord, signAccrual } from './signedAccruals.ts';

export interface OldAccrualOptions {
  rules: AffiliateRules;
  signer: DocumentSigner;
  log: Logger;
}

const PAGE_SIZE = 200;
/** The payout was valued minutes before the order completed, and USDT is not exactly a dollar. */
const MOST_PRICE_RATIO = amount('1.1');

/**
 * Signs the accruals of versions that signed none, where they agree with their orders (D68). The others stay unsigned: the log names
 * them, reconciliation raises an alarm, and their customers' withdrawals wait for an operator.
 */
export async function signOldAccruals(options: OldAccrualOptions, transaction: Executor): Promise<void> {
  const { log } = options;
  let after = '';
  for (;;) {
    const rows = await listUnsignedAccruals(transaction, after, PAGE_SIZE);
    for (const row of rows) {
      const outcome = await check(options, transaction, row);
      if (typeof outcome === 'string')
        log.error({ accrual: row.id, order: row.order_id }, `an old accrual is not signed: ${outcome}`);
      else await writeAccrualSignature(transaction, outcome);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.id;
  }
}

/** Returns the row with its signature, or why it gets none, as a clause. */
async function check({ rules, signer }: OldAccrualOptions, transaction: Executor, row: AccrualRow): Promise<AccrualRow | string> {
  const order = await findOrder(transaction, row.order_id);
  const parties = await readOrderParties(transaction, row.order_id);
  if (!order?.settlement || !parties) return 'its order has no settlement';
  const percents = row.kind === 'REFERRER' ? [rules.referrerSharePercent] : rules.cashbackLevels.map(({ percent }) => percent);
  if (!percents.some((percent) => compare(percent, row.percent) === 0)) return `the rules have no share of ${row.percent} %`;
  const payout = await findOutboxRow(transaction, ownSendId('PAYOUT', order));
  if (!payout || payout.usd_value === null || !isPositive(payout.amount)) return 'the value of its payout is not known';
  const price = amount(payout.usd_value).div(amount(payout.amount));
  const charged = feesOf(order);
  const expected = sharedFee(charged, { ...order, platform_fee: order.settlement.platform_fee }, price.round(20, 1).toFixed());
  if (!isNear(row.fee, expected)) return `its order earns shares of about ${expected}, not of ${row.fee}`;
  const terms = { source: parties.source, platformFee: order.settlement.platform_fee, price: null, ...charged };
  const signed = signAccrual(signer, row, terms);
  const record = await readAccrualRecord(signer.publicKeys, signed);
  if (typeof record === 'string') return record;
  return findAccrualFault(record, order) ?? findOldEarnerFault(record, parties) ?? signed;
}

function isNear(value: Decimal, expected: Decimal): boolean {
  const [least, most] = [amount(expected).div(MOST_PRICE_RATIO), amount(expected).times(MOST_PRICE_RATIO)];
  return amount(value).gte(least) && amount(value).lte(most);
}
