import type { Order } from '../../../contract/api/orders.ts';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { PURCHASE_STAGES, type PurchaseStage } from '../../../contract/fiat/cardPurchase.ts';
import { compare, type Decimal } from '../../../contract/money.ts';
import type { RateMode } from '../../../contract/order.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import { isOwnNetwork } from '../isOwnNetwork.ts';
import { ADDRESS, ORDER_ID } from './orderPass.ts';
import {
  amountAtOldRate,
  asksToSend,
  depositedAmount,
  orderStage,
  ownRefund,
  remainingAmount,
  type OrderStage,
} from '../../../contract/orderStage.ts';
import { readStoredList } from '../storedJson.ts';

/** One coin of a record, with what the list shows. */
export interface RecordedCoin {
  slug: string;
  ticker: string;
  network: string;
  /** A path on this site; null: the host has another address for it. */
  logo: string | null;
  /** The same of the network's badge; null also when the coin is the network's own. */
  networkLogo: string | null;
}

/** An order that was created or opened on this device, in its last known state. Times are ISO 8601 UTC. */
export interface OrderRecord {
  orderId: string;
  destinationAddress: string;
  createdAt: string;
  /** The host's time of the recorded state. */
  checkedAt: string;
  stage: OrderStage;
  /** The stage of a card purchase. Exchanges lack it. */
  purchase?: PurchaseStage;
  rateMode: RateMode;
  from: RecordedCoin;
  to: RecordedCoin;
  /** In `from`: the deposited amount, before the deposit the claimed one. */
  amountFrom: Decimal;
  /** In `to`: what arrived. Before the payout: what the deposited amount pays out, or without a deposit the claimed one. */
  amountTo: Decimal;
  /** In `from`: what was refunded, after network fees; null: nothing. */
  amountRefunded: Decimal | null;
  /** In `from`: what the customer is asked to send now; null: nothing. */
  amountToSend: Decimal | null;
  /** Until when the customer is asked to send or to decide; null: neither. */
  dueAt: string | null;
  /** The order whose later deposit this one exchanges (D63); null: none. */
  firstOrderId: string | null;
  /** The customer saved the order pass on this device. */
  isPassSaved: boolean;
  /** An extra deposit awaits its refund (D6). */
  hasExtra: boolean;
}

const RECORDS_KEY = 'orders';
const SWITCH_KEY = 'orders-not-kept';
/** Maximum number of records. The oldest are dropped. */
const MAX_RECORDS = 200;

export function recordOf(order: Order): Omit<OrderRecord, 'isPassSaved'> {
  const { instrumentFrom, instrumentTo } = order.pair;
  const deposited = depositedAmount(order);
  const isToSend = asksToSend(order) && order.rateHeld !== false;
  return {
    orderId: order.orderId,
    destinationAddress: order.destinationAddress,
    createdAt: order.createdAt,
    checkedAt: order.serverTime,
    stage: orderStage(order),
    ...(order.fiat && { purchase: order.fiat.stage }),
    rateMode: order.rateMode,
    from: coin(instrumentFrom),
    to: coin(instrumentTo),
    amountFrom: deposited === '0' ? order.claimedDepositAmount : deposited,
    amountTo: payoutOf(order),
    amountRefunded: ownRefund(order)?.amount ?? null,
    amountToSend: isToSend ? remainingAmount(order) : null,
    dueAt: isToSend ? order.expiresAt : orderStage(order) === 'decision' ? (order.attention?.deadline ?? null) : null,
    firstOrderId: order.firstOrderId ?? null,
    hasExtra: order.attention?.reason === 'EXTRA_DEPOSIT',
  };
}

/** Returns what arrived, or what the deposited amount pays out: the terms are for the claimed amount until they are settled. */
function payoutOf(order: Order): Decimal {
  const [payout] = order.withdrawals;
  if (payout) return payout.arrivedAmount ?? payout.amount;
  const deposited = depositedAmount(order);
  const isFinal = deposited === '0' || Boolean(order.settledPrice) || compare(deposited, order.claimedDepositAmount) === 0;
  return isFinal ? order.amountToGet : amountAtOldRate(order, order.amountToGet);
}

function coin(instrument: Instrument): RecordedCoin {
  const { slug, currencyTitle, currencyLogoLink, network, networkTitle } = instrument;
  const path = (link: string | null | undefined) => (matches(link, PATH) ? link : null);
  return {
    slug,
    ticker: currencyTitle,
    network: network?.friendlyTitle ?? networkTitle,
    logo: path(currencyLogoLink),
    networkLogo: isOwnNetwork(instrument) ? null : path(network?.logoLink),
  };
}

/** True when no deposit of the order is here, or was: its amounts were agreed, and nothing was moved. */
export const isUnpaid = ({ stage }: OrderRecord): boolean =>
  stage === 'awaitingDeposit' || stage === 'expired' || stage === 'depositReorged';

/** True when the payout is decided: its amount is final. */
export const hasPayout = ({ stage }: OrderRecord): boolean => stage === 'payingOut' || stage === 'completed';

/** True when nothing happens to the order any more, as far as is known. A payment may still arrive at an expired order. */
export const isEnded = ({ stage, hasExtra }: OrderRecord): boolean =>
  (stage === 'completed' || stage === 'refunded' || stage === 'expired') && !hasExtra;

/** True when the order has ended and no extra deposit awaits a refund. */
export const isOver = (record: OrderRecord): boolean =>
  (record.stage === 'completed' || record.stage === 'refunded') && !record.hasExtra;

/** Returns the records, newest first, up to the maximum number. */
export function sorted(records: readonly OrderRecord[]): OrderRecord[] {
  return records.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, MAX_RECORDS);
}

export function readRecords(storage: KeyValueStorage): OrderRecord[] {
  return sorted(readStoredList(storage, RECORDS_KEY, isRecord));
}

/** Returns false if the storage is full or forbidden. */
export function writeRecords(storage: KeyValueStorage, records: readonly OrderRecord[]): boolean {
  if (records.length > 0) return storage.set(RECORDS_KEY, JSON.stringify(sorted(records)));
  storage.remove(RECORDS_KEY);
  return true;
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
const PATH = /^\/[\w.-][\w./-]{0,127}$/;
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
    (record.purchase === undefined || PURCHASE_STAGES.some((stage) => stage === record.purchase)) &&
    (record.rateMode === 'FIXED' || record.rateMode === 'FLOATING') &&
    isCoin(record.from) &&
    isCoin(record.to) &&
    matches(record.amountFrom, DECIMAL) &&
    matches(record.amountTo, DECIMAL) &&
    typeof record.isPassSaved === 'boolean' &&
    typeof record.hasExtra === 'boolean' &&
    isNullOr(record.amountRefunded, DECIMAL) &&
    isNullOr(record.amountToSend, DECIMAL) &&
    (record.dueAt === null || isTime(record.dueAt)) &&
    isNullOr(record.firstOrderId, ORDER_ID)
  );
}

function isCoin(value: unknown): value is RecordedCoin {
  if (typeof value !== 'object' || value === null) return false;
  const { slug, ticker, network, logo, networkLogo } = value as Record<keyof RecordedCoin, unknown>;
  const isNamed = matches(slug, SLUG) && matches(ticker, SHORT_TEXT) && matches(network, SHORT_TEXT);
  return isNamed && isNullOr(logo, PATH) && isNullOr(networkLogo, PATH);
}

const matches = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);
const isNullOr = (value: unknown, pattern: RegExp) => value === null || matches(value, pattern);
const isTime = (value: unknown): value is string => matches(value, TIME) && !Number.isNaN(Date.parse(value));
