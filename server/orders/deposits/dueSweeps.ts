import { listDeposits } from '../../db/repositories/deposits.ts';
import { findOrder, listOrders } from '../../db/repositories/orders.ts';
import { listDueSweeps } from '../../db/repositories/sweeps.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { SweepRow } from '../../db/tables/payments.ts';
import type { DueSweep } from '../../payments/sweeps/dueSweep.ts';
import type { OrderContext } from '../core/context.ts';
import { moneyAtDepositAddress } from '../core/depositAddress.ts';
import { amend } from '../core/machine.ts';
import { collectionLimit } from '../rules/costsLimit.ts';
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
    feeLimit: (instrument) => (instrument === order.instrument_from ? collectionLimit(order) : null),
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
