import { add, amount, compare, subtract, sum, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { lockInTransaction } from '../../db/lockInTransaction.ts';
import {
  CUSTOMER_SENDS,
  insertOutboxRow,
  listHeldSends,
  listOutboxRowsSince,
  listOutflows,
  updateOutboxRow,
  writeOutflow,
} from '../../db/repositories/outbox.ts';
import type { OrderSend, OutboxKind, OutboxRow } from '../../db/tables/payments.ts';
import { splitAddress } from '../../instruments/addresses/index.ts';
import { RECIPIENT_BLOCKED } from '../../ports/chain/chainGateway.ts';
import { type OrderContext } from '../../orders/core/context.ts';
import { networkOf } from '../../instruments/lookup.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The outflow of all instruments is kept in sums of 15 minutes: a payout must not read all payouts of a day. */
const OUTFLOW_PERIOD_MS = 15 * 60_000;
/** Hold reason: the send has no known USD value, so no cap can be checked. */
export const NO_USD_PRICE = 'NO_USD_PRICE';
/** Limits how long the round of a network spends on revaluing held sends: each one sums the last hour of its instrument. */
const REVALUED_PER_ROUND = 50;

export interface Send {
  /** Distinguishes several sends of one kind for one order. The order's own payout and refund have none. */
  part?: string | number;
  kind: OutboxKind;
  network: string;
  instrument: string;
  fromIndex: number;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
  /** Fee to pay, exactly, in the native instrument. Set for sends from deposit addresses. */
  fee?: Decimal;
  /** It is not sent before this time, in ms since 1970. */
  notBefore?: number;
  /** Holds the send for an operator whatever the caps say. */
  holdReason?: string;
}

/**
 * Writes a send to the outbox, in the transaction of the transition that decided it (D9). A payment to a customer
 * above a cap is written as HELD (D41). The id is derived from the purpose, the order or withdrawal, so that the same transition cannot
 * write two. Returns its state.
 */
export async function enqueue(
  context: OrderContext,
  executor: Executor,
  purpose: { id: string },
  send: Send,
): Promise<'PENDING' | 'HELD'> {
  const now = context.now();
  const id = sendId(send, purpose);
  const to = destinationOf(context, send);
  const usdValue = valueInUsd(context, send);
  const reason = !isCustomerSend(send.kind)
    ? null
    : (send.holdReason ?? (await reasonToHold(context, executor, send.instrument, usdValue, now)));
  await insertOutboxRow(executor, {
    id,
    idempotency_key: id,
    kind: send.kind,
    order_id: send.kind === 'WITHDRAWAL' ? null : purpose.id,
    network: send.network,
    instrument: send.instrument,
    from_index: send.fromIndex,
    to_address: to.address,
    memo: to.memo,
    amount: send.amount,
    fee_limit: send.fee ?? null,
    usd_value: usdValue,
    state: reason === null ? 'PENDING' : 'HELD',
    attempts: 0,
    not_before: send.notBefore ?? 0,
    lease_owner: null,
    lease_until: 0,
    reason,
    overridden_at: null,
    tx_hash: null,
    created_at: now,
    sent_at: null,
    confirmed_at: null,
    arrived_amount: null,
    arrival_note: null,
  });
  if (reason === null && usdValue !== null && isCustomerSend(send.kind)) await countOutflow(executor, usdValue, now);
  if (reason !== null) context.log.warn({ outboxId: id, reason }, 'send held: an operator must release it');
  return reason === null ? 'PENDING' : 'HELD';
}

/**
 * Checks the caps for sends that were held for lack of a price, once there is one, some per round. Each is released, or held
 * for its cap. The update is conditional: an operator may have released it first.
 */
export async function revalueHeldSends(context: OrderContext, network: string): Promise<void> {
  const { database, now } = context;
  const onNetwork = [...context.catalogue.instruments.values()].filter((instrument) => instrument.network === network);
  for (const row of (await Promise.all(CUSTOMER_SENDS.map(listHeld))).flat()) {
    const usdValue = valueInUsd(context, row);
    if (usdValue === null) continue;
    await database.transaction().execute(async (transaction) => {
      const reason = await reasonToHold(context, transaction, row.instrument, usdValue, now());
      // The caps count it from now on.
      const leaves = { state: 'PENDING', not_before: Math.max(row.not_before, now()), created_at: now() } as const;
      const isUpdated = await updateOutboxRow(transaction, row, { usd_value: usdValue, reason, ...(reason === null && leaves) });
      if (isUpdated && reason === null) await countOutflow(transaction, usdValue, now());
    });
  }

  /** Lists held sends whose instrument has a price now. Without the filter, unpriced ones would block the rest. */
  async function listHeld(kind: OutboxKind): Promise<OutboxRow[]> {
    const instruments = onNetwork.map(({ slug }) => slug).filter((slug) => usdPriceFor(context, kind, slug) !== null);
    return await listHeldSends(database, { kind, instruments, reason: NO_USD_PRICE }, REVALUED_PER_ROUND);
  }
}

/**
 * Returns the id of a send by its purpose: PAYOUT:order, REFUND:order, REFUND:order:transaction:index, SWEEP:order:network:number,
 * WITHDRAWAL:withdrawal.
 */
export function sendId(send: Pick<Send, 'kind' | 'part'>, { id }: { id: string }): string {
  return [send.kind, id, ...(send.part === undefined ? [] : [send.part])].join(':');
}

/** Splits an address that contains its memo (an XRP X-address) for the network. */
function destinationOf(context: OrderContext, send: Send): { address: string; memo: string | null } {
  const split = splitAddress(networkOf(context, send.instrument), send.toAddress);
  return { address: split.address, memo: send.memo ?? split.memo };
}

/** Returns whether a payout was cancelled because its token blocks the recipient. Then the order's deposit is refunded. */
export function wasRecipientBlocked(sends: readonly OutboxRow[]): boolean {
  return sends.some(({ kind, state, reason }) => kind === 'PAYOUT' && state === 'CANCELLED' && reason === RECIPIENT_BLOCKED);
}

/** Payouts, refunds and withdrawals pay a customer. Sweeps and top-ups move our own funds. */
export function isCustomerSend(kind: OutboxKind): boolean {
  return CUSTOMER_SENDS.includes(kind);
}

/** Returns whether a send belongs to an order: every send but a withdrawal. */
export function isOrderSend(row: OutboxRow): row is OrderSend {
  return row.kind !== 'WITHDRAWAL' && row.order_id !== null;
}

/**
 * Returns the USD price that caps use. A payout needs a current price. A refund or withdrawal returns what is the customer's and must
 * not wait for the market: it uses the last trusted price (docs/decisions/019-old-prices.md).
 */
function usdPriceFor(context: OrderContext, kind: OutboxKind, instrument: string): Decimal | null {
  return kind === 'PAYOUT' ? context.usdPrice(instrument) : context.lastUsdPrice(instrument);
}

function valueInUsd(context: OrderContext, send: Pick<Send, 'kind' | 'instrument' | 'amount'>): Decimal | null {
  const price = usdPriceFor(context, send.kind, send.instrument);
  return price === null ? null : toDecimal(amount(price).times(amount(send.amount)));
}

/** Returns why an operator must release the send, or null. A send without a known value is held: skipping the cap would disable it. */
async function reasonToHold(
  context: OrderContext,
  executor: Executor,
  instrument: string,
  usdValue: Decimal | null,
  now: number,
): Promise<string | null> {
  if (usdValue === null) return NO_USD_PRICE;
  if (compare(usdValue, context.caps.perOrderUsd) > 0) return 'CAP_PER_ORDER';
  // Serialises payouts of all instruments: two at the same moment would not count each other.
  await lockInTransaction(executor, 'payouts');
  const lastHour = await listOutboxRowsSince(executor, instrument, now - HOUR_MS);
  // A held send has not left: one large held payout must not block all others for an hour.
  const active = lastHour.filter(({ state }) => state !== 'HELD' && state !== 'CANCELLED');
  const total = sum([usdValue, ...active.map((row) => row.usd_value ?? '0')]);
  if (compare(total, context.caps.perHourUsd) > 0) return 'CAP_PER_HOUR';
  return await reasonOfTotal(context, executor, usdValue, now);
}

/**
 * Returns which cap on all instruments together the send exceeds (D56), or null. What an operator released does not count: these
 * caps limit what leaves without a person. The oldest 15 minutes of a window count as a whole.
 */
async function reasonOfTotal({ caps }: OrderContext, executor: Executor, usdValue: Decimal, now: number): Promise<string | null> {
  const outflows = await listOutflows(executor, outflowPeriod(now - DAY_MS));
  const totalSince = (since: number): Decimal =>
    sum([usdValue, ...outflows.filter(({ period }) => period >= outflowPeriod(since)).map((one) => one.usd_value)]);
  if (compare(totalSince(now - HOUR_MS), caps.perHourTotalUsd) > 0) return 'CAP_TOTAL_PER_HOUR';
  return compare(totalSince(now - DAY_MS), caps.perDayTotalUsd) > 0 ? 'CAP_TOTAL_PER_DAY' : null;
}

/** Counts a send that no cap holds, in the transaction that checked the caps. */
async function countOutflow(executor: Executor, usdValue: Decimal, now: number): Promise<void> {
  const period = outflowPeriod(now);
  await writeOutflow(executor, { period, usd_value: add(await readOutflow(executor, period), usdValue) });
}

/**
 * Removes a cancelled withdrawal from the total caps, in the transaction that cancels it. Otherwise a customer could exhaust the caps
 * by requesting and stopping withdrawals. `send` is the row before it was cancelled.
 */
export async function discountOutflow(executor: Executor, send: OutboxRow): Promise<void> {
  const wasCounted = send.state !== 'HELD' && send.overridden_at === null && send.usd_value !== null;
  if (!wasCounted) return;
  await lockInTransaction(executor, 'payouts');
  const period = outflowPeriod(send.created_at);
  await writeOutflow(executor, { period, usd_value: subtract(await readOutflow(executor, period), send.usd_value) });
}

async function readOutflow(executor: Executor, period: number): Promise<Decimal> {
  return (await listOutflows(executor, period)).find((one) => one.period === period)?.usd_value ?? '0';
}

function outflowPeriod(time: number): number {
  return time - (time % OUTFLOW_PERIOD_MS);
}
