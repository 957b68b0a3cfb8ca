import type { Executor } from '../database.ts';
import type { Acceptance, AgreedRefund, OrderRow, OrderStages, OrderTable, Settlement } from '../tables/orders.ts';

type Joined<Prefix extends string, Values> = {
  [Column in keyof Values & string as `${Prefix}_${Column}`]: Values[Column] | null;
};
type JoinedRow = OrderTable &
  Joined<'acceptance', Acceptance> &
  Joined<'settlement', Settlement> &
  Joined<'refund', AgreedRefund>;

/** Returns a query for orders joined with their stages. {@link toOrderRow} turns its rows into orders. */
export function selectOrders(executor: Executor) {
  return executor
    .selectFrom('orders')
    .leftJoin('order_acceptances as acceptance', 'acceptance.order_id', 'orders.id')
    .leftJoin('order_settlements as settlement', 'settlement.order_id', 'orders.id')
    .leftJoin('order_refunds as refund', 'refund.order_id', 'orders.id')
    .selectAll('orders')
    .select([
      'acceptance.price as acceptance_price',
      'acceptance.amount_to_get as acceptance_amount_to_get',
      'acceptance.network_fee as acceptance_network_fee',
      'acceptance.collection_fee as acceptance_collection_fee',
      'acceptance.platform_fee as acceptance_platform_fee',
      'settlement.settled_at as settlement_settled_at',
      'settlement.amount as settlement_amount',
      'settlement.price as settlement_price',
      'settlement.market_price as settlement_market_price',
      'settlement.payout_amount as settlement_payout_amount',
      'settlement.network_fee as settlement_network_fee',
      'settlement.collection_fee as settlement_collection_fee',
      'settlement.platform_fee as settlement_platform_fee',
      'refund.amount as refund_amount',
      'refund.network_fee as refund_network_fee',
      'refund.collection_fee as refund_collection_fee',
    ]);
}

export function toOrderRow(row: JoinedRow): OrderRow {
  const {
    acceptance_price,
    acceptance_amount_to_get,
    acceptance_network_fee,
    acceptance_collection_fee,
    acceptance_platform_fee,
    settlement_settled_at,
    settlement_amount,
    settlement_price,
    settlement_market_price,
    settlement_payout_amount,
    settlement_network_fee,
    settlement_collection_fee,
    settlement_platform_fee,
    refund_amount,
    refund_network_fee,
    refund_collection_fee,
    ...order
  } = row;
  return {
    ...order,
    acceptance: stage<Acceptance>({
      price: acceptance_price,
      amount_to_get: acceptance_amount_to_get,
      network_fee: acceptance_network_fee,
      collection_fee: acceptance_collection_fee,
      platform_fee: acceptance_platform_fee,
    }),
    settlement: stage<Settlement>({
      settled_at: settlement_settled_at,
      amount: settlement_amount,
      price: settlement_price,
      market_price: settlement_market_price,
      payout_amount: settlement_payout_amount,
      network_fee: settlement_network_fee,
      collection_fee: settlement_collection_fee,
      platform_fee: settlement_platform_fee,
    }),
    refund: stage<AgreedRefund>({
      amount: refund_amount,
      network_fee: refund_network_fee,
      collection_fee: refund_collection_fee,
    }),
  };
}

/** The columns of a joined table are NOT NULL, so null means that there is no row. */
function stage<Values extends object>(values: { [Column in keyof Values]: Values[Column] | null }): Values | null {
  return Object.values(values).includes(null) ? null : (values as Values);
}

/** Writes the given stages of an order. `refund: null` deletes the agreed refund. */
export async function writeOrderStages(
  executor: Executor,
  order_id: string,
  { acceptance, settlement, refund }: Partial<OrderStages>,
): Promise<void> {
  if (acceptance) {
    await executor
      .insertInto('order_acceptances')
      .values({ order_id, ...acceptance })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(acceptance))
      .execute();
  }
  if (settlement) {
    await executor
      .insertInto('order_settlements')
      .values({ order_id, ...settlement })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(settlement))
      .execute();
  }
  if (refund) {
    await executor
      .insertInto('order_refunds')
      .values({ order_id, ...refund })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(refund))
      .execute();
  }
  if (refund === null) await executor.deleteFrom('order_refunds').where('order_id', '=', order_id).execute();
}
