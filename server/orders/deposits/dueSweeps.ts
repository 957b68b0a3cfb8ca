import { amount, toDecimal, ZERO, type Amount } from '../../../contract/money.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { findOrder, listOrders } from '../../db/repositories/orders.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { listDueSweeps } from '../../db/repositories/sweeps.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { SweepRow } from '../../db/tables/payments.ts';
import { isCustomerSend } from '../../payments/outbox/enqueue.ts';
import type { CostLimits, DueSweep } from '../../payments/sweeps/dueSweep.ts';
import type { OrderContext } from '../core/context.ts';
import { moneyAtDepositAddress } from '../core/depositAddress.ts';
import { amend } from '../core/machine.ts';
import { networkFeesOf } from '../core/networkFeesOf.ts';
import { collectionLimits, collectionOf } from '../rules/costsLimit.ts';
import { isOpen } from '../rules/depositRules.ts';
import { isCollectedAtOnce } from './blockedDeposits.ts';

/** Returns the due sweeps of decided orders on a network: of orders that are paid out or refunded, and of refunded extra tokens. */
export async function listDueSweepsOfOrders(context: OrderContext, network: string): Promise<DueSweep[]> {
  const { database, now } = context;
  const sweeps = await listDueSweeps(database, network, now());
  const orders = await listOrders(
    database,
    sweeps.map(({ order_id }) => order_id),
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  return sweeps.flatMap((row) => {
    const order = byId.get(row.order_id);
    return order ? [dueSweepOf(context, order, row)] : [];
  });
}

function dueSweepOf(context: OrderContext, order: OrderRow, row: SweepRow): DueSweep {
  return {
    row,
    subjectId: order.id,
    source: { order_id: order.id },
    index: order.deposit_index,
    address: order.deposit_address,
    watchedUntil: order.watch_until,
    isCollectedAtOnce: isCollectedAtOnce(context, order),
    costLimits: async (instrument) => await costLimitsOf(context, order, instrument),
    read: () => readCoins(context, order, row.network),
    money: (instrument) => moneyAtDepositAddress(context, context.database, order, instrument),
    claim: async (transaction) => {
      const current = await findOrder(transaction, order.id);
      if (current?.version !== order.version) return false;
      await amend(transaction, current, {});
      return true;
    },
  };
}

/** Compares in USD, as the fees of an order are paid in several coins. Null while a price is missing, and if collecting was free. */
async function costLimitsOf(context: OrderContext, order: OrderRow, instrument: string): Promise<CostLimits | null> {
  const { database, lastUsdPrice } = context;
  const { charge, value } = collectionOf(order);
  if (order.refund === null && order.settlement !== null && charge.eq(ZERO)) return null;
  const [price, priceFrom] = [lastUsdPrice(instrument), lastUsdPrice(order.instrument_from)];
  const fees = await networkFeesOf(context, order.id);
  if (price === null || priceFrom === null || fees === null) return null;
  const sends = (await listOutboxRows(database, order.id)).filter(({ kind }) => isCustomerSend(kind));
  const isPaid = sends.every(({ state }) => state === 'CONFIRMED' || state === 'CANCELLED');
  const inUsd = (own: Amount): Amount => own.times(amount(priceFrom));
  const limits = collectionLimits({ charge: inUsd(charge), value: inUsd(value) }, fees, isPaid);
  const inCoin = (limit: Amount) => toDecimal(limit.div(amount(price)));
  const most = inCoin(limits.most);
  // The charge for collecting is for the order's own coin.
  return { usual: instrument === order.instrument_from ? inCoin(limits.usual) : most, most };
}

async function readCoins({ database }: OrderContext, order: OrderRow, network: string): ReturnType<DueSweep['read']> {
  const deposits = (await listDeposits(database, order.id)).filter((deposit) => deposit.network === network);
  const refunded = deposits.filter((deposit) => deposit.refund_id !== null);
  const refundedInstruments = new Set(refunded.map((deposit) => deposit.instrument));
  // While the order is open, only refunded extra deposits are swept. Its own deposit stays until the order is decided.
  const isUndecided = isOpen(order) && order.network_from === network;
  const booked = deposits.filter(
    (deposit) => deposit.booked_at !== null && (!isUndecided || refundedInstruments.has(deposit.instrument)),
  );
  const coins = [...new Set(booked.map((deposit) => deposit.instrument))].map((instrument) => ({
    instrument,
    refunded: refunded.filter((deposit) => deposit.instrument === instrument).map(({ amount }) => amount),
  }));
  return { coins, lastBookedAt: booked.length === 0 ? null : Math.max(...booked.map((deposit) => deposit.booked_at ?? 0)) };
}
