import type { Order } from '../../../contract/api/orders.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { RateMode } from '../../../contract/order.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import { ADDRESS, ORDER_ID } from './orderPass.ts';
import { depositedAmount, isClosed, orderStage, type OrderStage } from './orderStage.ts';

/** One coin of a record, with what the list shows. */
export interface RecordedCoin {
  slug: string;
  ticker: string;
  network: string;
}

/** An order that was created or opened on this device, in its last known state. Times are ISO 8601 UTC. */
export interface OrderRecord {
  orderId: string;
  destinationAddress: string;
  createdAt: string;
  /** The host's time of the recorded state. */
  checkedAt: string;
  stage: OrderStage;
  rateMode: RateMode;
  from: RecordedCoin;
  to: RecordedCoin;
  /** In `from`: the deposited amount, before the deposit the claimed one. */
  amountFrom: Decimal;
  /** In `to`: the sent payout, before that the promised one. */
  amountTo: Decimal;
  /** The customer saved the order pass on this device. */
  isPassSaved: boolean;
  /** An extra deposit awaits its refund (D6). Old records lack it. */
  hasExtra?: boolean;
  /** Closed by an operator after a reorg. Old records lack it. */
  isClosed?: boolean;
}

const RECORDS_KEY = 'orders';
const SWITCH_KEY = 'orders-not-kept';
/** Maximum number of records. The oldest are dropped. */
const MAX_RECORDS = 200;

export function recordOf(order: Order): Omit<OrderRecord, 'isPassSaved'> {
  const { instrumentFrom, instrumentTo } = order.pair;
  const deposited = depositedAmount(order);
  return {
    orderId: order.orderId,
    destinationAddress: order.destinationAddress,
    createdAt: order.createdAt,
    checkedAt: order.serverTime,
    stage: orderStage(order),
    rateMode: order.rateMode,
    from: coin(instrumentFrom),
    to: coin(instrumentTo),
    amountFrom: deposited === '0' ? order.claimedDepositAmount : deposited,
    amountTo: order.withdrawals[0]?.amount ?? order.amountToGet,
    hasExtra: order.attention?.reason === 'EXTRA_DEPOSIT',
    isClosed: isClosed(order),
  };
}

const coin = ({ slug, currencyTitle, network, networkTitle }: Order['pair']['instrumentFrom']): RecordedCoin => ({
  slug,
  ticker: currencyTitle,
  network: network?.friendlyTitle ?? networkTitle,
});

/** True when the order has ended and no extra deposit awaits a refund. */
export const isOver = (record: OrderRecord): boolean =>
  (record.stage === 'completed' || record.stage === 'refunded' || record.isClosed === true) && record.hasExtra !== true;

/** Returns the records, newest first, up to the maximum number. */
export function sorted(records: readonly OrderRecord[]): OrderRecord[] {
  return records.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, MAX_RECORDS);
}

export function readRecords(storage: KeyValueStorage): OrderRecord[] {
  try {
    const stored: unknown = JSON.parse(storage.get(RECORDS_KEY) ?? '[]');
    return Array.isArray(stored) ? sorted(stored.filter(isRecord)) : [];
  } catch {
    return [];
  }
}

export function writeRecords(storage: KeyValueStorage, records: readonly OrderRecord[]): void {
  if (records.length === 0) storage.remove(RECORDS_KEY);
  else storage.set(RECORDS_KEY, JSON.stringify(sorted(records)));
}

/** False when the customer switched off storing orders on this device. */
export function storesOrders(storage: KeyValueStorage): boolean {
  return storage.get(SWITCH_KEY) === null;
}

export function switchStoring(storage: KeyValueStorage, isStored: boolean): void {
  if (isStored) storage.remove(SWITCH_KEY);
  else storage.set(SWITCH_KEY, '1');
}

const DECIMAL = /^\d{1,40}(\.\d{1,40})?$/;
const SLUG = /^[a-z0-9]{1,32}$/;
const SHORT_TEXT = /^[^\p{Cc}]{1,64}$/u;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;
const STAGES: Readonly<Record<OrderStage, true>> = {
  awaitingDeposit: true,
  expired: true,
  depositReorged: true,
  partlyPaid: true,
  depositSeen: true,
  confirming: true,
  processing: true,
  decision: true,
  payingOut: true,
  completed: true,
  refunding: true,
  refunded: true,
};

/** True for a valid record. Storage may be corrupt, and an import may contain anything. */
export function isRecord(value: unknown): value is OrderRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<keyof OrderRecord, unknown>;
  return (
    matches(record.orderId, ORDER_ID) &&
    matches(record.destinationAddress, ADDRESS) &&
    isTime(record.createdAt) &&
    isTime(record.checkedAt) &&
    typeof record.stage === 'string' &&
    Object.hasOwn(STAGES, record.stage) &&
    (record.rateMode === 'FIXED' || record.rateMode === 'FLOATING') &&
    isCoin(record.from) &&
    isCoin(record.to) &&
    matches(record.amountFrom, DECIMAL) &&
    matches(record.amountTo, DECIMAL) &&
    typeof record.isPassSaved === 'boolean' &&
    (record.hasExtra === undefined || typeof record.hasExtra === 'boolean') &&
    (record.isClosed === undefined || typeof record.isClosed === 'boolean')
  );
}

function isCoin(value: unknown): value is RecordedCoin {
  if (typeof value !== 'object' || value === null) return false;
  const { slug, ticker, network } = value as Record<keyof RecordedCoin, unknown>;
  return matches(slug, SLUG) && matches(ticker, SHORT_TEXT) && matches(network, SHORT_TEXT);
}

const matches = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);
const isTime = (value: unknown): value is string => matches(value, TIME) && !Number.isNaN(Date.parse(value));
