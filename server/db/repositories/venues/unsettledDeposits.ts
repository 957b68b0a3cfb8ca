import type { Decimal } from '../../../../contract/money.ts';
import type { Executor } from '../../database.ts';

/** A deposit of an order that is not priced yet. Amount in instrument_from, price and fee those of the order. */
export interface UnsettledDeposit {
  instrument_from: string;
  instrument_to: string;
  amount: Decimal;
  price: Decimal;
  network_fee: Decimal;
  isInBlock: boolean;
}

/** Returns the deposits in blocks of fixed-rate orders, and the deposits in the mempool of all orders. */
export async function listUnsettledDeposits(executor: Executor): Promise<UnsettledDeposit[]> {
  const rows = await executor
    .selectFrom('orders')
    .innerJoin('deposits', 'deposits.order_id', 'orders.id')
    .select([
      'orders.instrument_from',
      'orders.instrument_to',
      'orders.price',
      'orders.network_fee',
      'deposits.amount',
      'deposits.block_height',
    ])
    .where('orders.status', 'in', ['AWAITING_DEPOSIT', 'CONFIRMING'])
    .whereRef('deposits.instrument', '=', 'orders.instrument_from')
    .where('deposits.is_reorged', '=', 0)
    .where('deposits.role', 'is', null)
    .where((where) => where.or([where('orders.rate_mode', '=', 'FIXED'), where('deposits.block_height', 'is', null)]))
    .execute();
  return rows.map(({ block_height, ...row }) => ({ ...row, isInBlock: block_height !== null }));
}
