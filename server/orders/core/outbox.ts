import { amount, compare, sum, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { lockInTransaction } from '../../db/lockInTransaction.ts';
import { insertOutboxRow, listHeldSends, listOutboxRowsSince, updateOutboxRow } from '../../db/repositories/outbox.ts';
import type { OrderRow, OutboxKind, OutboxRow } from '../../db/tables/orders.ts';
import { splitAddress } from '../../instruments/addresses/index.ts';
import { networkOf, type OrderContext } from './context.ts';

const HOUR_MS = 3_600_000;
/** Why a send is held that may not be too much: nobody knows what it is worth */
export const NO_USD_PRICE = 'NO_USD_PRICE';
/** Each counts its coin's last hour; what is due on the network waits for them. */
const JUDGED_AT_ONCE = 50;

export interface Send {
  /** Distinguishes several sends of one kind for one order; its own payout and refund have none. */
  part?: string | number;
  kind: OutboxKind;
  network: string;
  instrument: string;
  fromIndex: number;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
}

/**
 * Writes what is to leave, in the transaction of the move that decided it (D9). A payout or refund above a cap is
 * written as HELD (D41). Its id is made of what it is for, so that the same move can't write two.
 */
export async function enqueue(context: OrderContext, executor: Executor, order: OrderRow, send: Send): Promise<void> {
  const now = context.now();
  const id = sendId(send, order);
  const to = placeOf(context, send);
  const usdValue = valueInUsd(context, send);
  const reason = isCustomerSend(send.kind) ? await reasonToHold(context, executor, send.instrument, usdValue, now) : null;
  await insertOutboxRow(executor, {
    id,
    idempotency_key: id,
    kind: send.kind,
    order_id: order.id,
    network: send.network,
    instrument: send.instrument,
    from_index: send.fromIndex,
    to_address: to.address,
    memo: to.memo,
    amount: send.amount,
    usd_value: usdValue,
    state: reason === null ? 'PENDING' : 'HELD',
    attempts: 0,
    not_before: 0,
    lease_owner: null,
    lease_until: 0,
    reason,
    overridden_at: null,
    tx_hash: null,
    created_at: now,
    sent_at: null,
    confirmed_at: null,
  });
  if (reason !== null) context.log.warn({ outboxId: id, reason }, 'held for an operator');
}

/**
 * What was held on a network because nobody knew its worth is judged once it is known, some at a time: it leaves, or is above
 * a cap. Its operator may have released it first.
 */
export async function revalueHeldSends(context: OrderContext, network: string): Promise<void> {
  const { database, now } = context;
  const there = [...context.catalogue.instruments.values()].filter((instrument) => instrument.network === network);
  for (const row of [...(await listHeld('PAYOUT')), ...(await listHeld('REFUND'))]) {
    const usdValue = valueInUsd(context, row);
    if (usdValue === null) continue;
    await database.transaction().execute(async (transaction) => {
      const reason = await reasonToHold(context, transaction, row.instrument, usdValue, now());
      // From now on it counts for the cap per hour.
      const leaves = { state: 'PENDING', not_before: now(), created_at: now() } as const;
      await updateOutboxRow(transaction, row, { usd_value: usdValue, reason, ...(reason === null && leaves) });
    });
  }

  /** Without those whose worth is unknown still: others would wait behind them. */
  async function listHeld(kind: OutboxKind): Promise<OutboxRow[]> {
    const instruments = there.map(({ slug }) => slug).filter((slug) => usdPriceFor(context, kind, slug) !== null);
    return await listHeldSends(database, { kind, instruments, reason: NO_USD_PRICE }, JUDGED_AT_ONCE);
  }
}

/**
 * Returns the outbox id, which prevents a second send for the same purpose: PAYOUT:order, REFUND:order,
 * REFUND:order:transaction:index, SWEEP:order:network:number or TOP_UP:order:network:number.
 */
export function sendId(send: Pick<Send, 'kind' | 'part'>, order: Pick<OrderRow, 'id'>): string {
  return [send.kind, order.id, ...(send.part === undefined ? [] : [send.part])].join(':');
}

/** An address that carries its memo inside (an XRP X-address) is taken apart for the network. */
function placeOf(context: OrderContext, send: Send): { address: string; memo: string | null } {
  const split = splitAddress(networkOf(context, send.instrument), send.toAddress);
  return { address: split.address, memo: send.memo ?? split.memo };
}

/** Payouts and refunds pay a customer. Sweeps and top-ups move our own funds. */
export function isCustomerSend(kind: OutboxKind): boolean {
  return kind === 'PAYOUT' || kind === 'REFUND';
}

/**
 * A payout by a price of today. What goes back brings nobody more than came, and must not wait for a market: by the last one
 * that was to be trusted (docs/decisions/019-old-prices.md).
 */
function usdPriceFor(context: OrderContext, kind: OutboxKind, instrument: string): Decimal | null {
  return kind === 'PAYOUT' ? context.usdPrice(instrument) : context.lastUsdPrice(instrument);
}

function valueInUsd(context: OrderContext, send: Pick<Send, 'kind' | 'instrument' | 'amount'>): Decimal | null {
  const price = usdPriceFor(context, send.kind, send.instrument);
  return price === null ? null : toDecimal(amount(price).times(amount(send.amount)));
}

/** Why an operator must release it; null when nothing does. What can't be valued is held: a cap that is skipped is none. */
async function reasonToHold(
  context: OrderContext,
  executor: Executor,
  instrument: string,
  usdValue: Decimal | null,
  now: number,
): Promise<string | null> {
  if (usdValue === null) return NO_USD_PRICE;
  if (compare(usdValue, context.caps.perOrderUsd) > 0) return 'CAP_PER_ORDER';
  // Payouts that are decided at the same moment would each find the hour empty.
  await lockInTransaction(executor, `payouts of ${instrument}`);
  const lastHour = await listOutboxRowsSince(executor, instrument, ['PAYOUT', 'REFUND'], now - HOUR_MS);
  // What is held has not left: one large payout that waits for its operator must not stop everybody's for an hour.
  const leaving = lastHour.filter(({ state }) => state !== 'HELD' && state !== 'CANCELLED');
  const total = sum([usdValue, ...leaving.map((row) => row.usd_value ?? '0')]);
  return compare(total, context.caps.perHourUsd) > 0 ? 'CAP_PER_HOUR' : null;
}
