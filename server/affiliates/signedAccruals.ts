import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { amount, compare, isPositive, toDecimal, type Decimal } from '../../contract/money.ts';
import type { AccrualRow } from '../db/tables/affiliates.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { AccrualRecord } from '../guarantee/records.ts';
import { readSigned } from '../guarantee/verifyStored.ts';
import { shareOf } from './affiliateRules.ts';
import { EARNINGS_DECIMALS, sharedFee } from './earningValue.ts';
import { earnerOf, type Origin } from './signedOrigins.ts';

type Unsigned = Omit<AccrualRow, 'document' | 'signature' | 'key_id'>;
type Terms = Pick<AccrualRecord, 'source' | 'platformFee' | 'price' | 'platformFeePercent' | 'fixedPremiumPercent'>;

/** Signs an accrual with what it was computed from (D68). */
export function signAccrual(signer: Pick<DocumentSigner, 'signAccrual'>, row: Unsigned, terms: Terms): AccrualRow {
  const { source, platformFee, price, platformFeePercent, fixedPremiumPercent } = terms;
  const { document, signature, keyId } = signer.signAccrual({
    ...fieldsOf(row),
    source,
    platformFee: plain(platformFee),
    price,
    platformFeePercent,
    fixedPremiumPercent,
    at: isoTime(row.created_at),
  });
  return { ...row, document: canonicalJson(document), signature, key_id: keyId };
}

/** Returns what a record says that its row says too. */
function fieldsOf(row: Unsigned) {
  return {
    kind: 'accrual',
    accrualId: row.id,
    orderId: row.order_id,
    userId: String(row.user_id),
    earned: row.kind,
    code: row.code,
    instrument: row.instrument,
    amount: plain(row.amount),
    fee: plain(row.fee),
    percent: plain(row.percent),
  } as const;
}

/** A database may return a decimal with other zeros at its end. */
const plain = (value: Decimal): Decimal => toDecimal(amount(value));

/** Returns what the host signed of an accrual, if its row still says the same; otherwise what differs, as a clause. */
export async function readAccrualRecord(publicKeys: readonly string[], row: AccrualRow): Promise<AccrualRecord | string> {
  const signed = await readSigned(publicKeys, row);
  if (signed === null) return 'the host did not sign it';
  const changed = Object.entries(fieldsOf(row)).find(([field, value]) => signed[field] !== value);
  // The host signed exactly this text, so it has the shape that `signAccrual` gave it.
  return changed ? `its ${changed[0]} is not the signed one` : (signed as AccrualRecord);
}

/** An order as its earnings depend on it */
type EarningOrder = Pick<OrderRow, 'status' | 'rate_mode' | 'platform_fee_percent' | 'premium_percent' | 'settlement'>;

/** Returns how an accrual differs from what its order earns by the recorded rules; null: it does not. */
export function findAccrualFault(record: AccrualRecord, order: EarningOrder): string | null {
  const { settlement } = order;
  if (order.status !== 'COMPLETED' || !settlement) return `its order is ${order.status}`;
  if (compare(settlement.platform_fee, record.platformFee) !== 0) {
    return `the platform fee is ${settlement.platform_fee} instead of ${record.platformFee}`;
  }
  if (compare(order.platform_fee_percent, record.platformFeePercent) !== 0) {
    return `the platform fee is ${order.platform_fee_percent} instead of ${record.platformFeePercent} %`;
  }
  if (order.premium_percent !== null && compare(order.premium_percent, record.fixedPremiumPercent) !== 0) {
    return `the premium of the fixed rate is ${order.premium_percent} instead of ${record.fixedPremiumPercent} %`;
  }
  const fee = sharedFee(record, { ...order, platform_fee: record.platformFee }, record.price);
  if (compare(fee, record.fee) !== 0) return `the order earns shares of ${fee}, not of ${record.fee}`;
  const share = shareOf(record.fee, record.percent, EARNINGS_DECIMALS);
  return compare(share, record.amount) === 0 ? null : `the share is ${share} instead of ${record.amount}`;
}

/**
 * Compares the customer and the share of an accrual with those that the order's signed origin names. Returns the difference as a
 * clause, or null.
 */
export function findEarnerFault({ source, earned, userId, percent }: AccrualRecord, origins: readonly Origin[]): string | null {
  const origin = origins.find((one) => one.source === source);
  const earner = origin ? earnerOf(origin, earned) : null;
  if (earner !== userId) return `${earner === null ? 'nobody' : `customer ${earner}`} earned it, not ${userId}`;
  const shares = origin?.shares;
  if (!shares) return 'the order was created without shares';
  const agreed = earned === 'REFERRER' ? [shares.referrer] : Object.values(shares.cashback);
  return agreed.some((one) => compare(one, percent) === 0) ? null : `the order was created with ${agreed.join(' or ')} %`;
}

/** A payout is valued minutes before its order completes; one that an operator held may wait for days. */
const MOST_PRICE_RATIO = amount('3');

/**
 * Returns how the signed price of one order differs from the one at which the caps counted its payout; null: not by much. What the
 * orders of a day earn together has a closer limit (`reconcile/earnings/days.ts`).
 */
export function findPriceFault(
  { price }: Pick<AccrualRecord, 'price'>,
  payout: Pick<OutboxRow, 'amount' | 'usd_value'> | undefined,
): string | null {
  if (!payout || payout.usd_value === null || !isPositive(payout.amount)) return null;
  const most = amount(payout.usd_value).div(amount(payout.amount)).times(MOST_PRICE_RATIO);
  return amount(price).gt(most) ? `its price is ${price}, and that of the payout was at most ${toDecimal(most)}` : null;
}
