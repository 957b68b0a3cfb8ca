import { amount } from '../../../contract/money.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OrderSend } from '../../db/tables/payments.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { isCollected } from '../core/orderSends.ts';

/** Whether the issuer of the deposited token can block addresses. */
export function canBeBlocked(
  { catalogue, gateways }: Pick<OrderContext, 'catalogue' | 'gateways'>,
  { instrument, network }: Pick<DepositRow, 'instrument' | 'network'>,
): boolean {
  const blocklist = instrumentOf({ catalogue }, instrument).transferRules?.blocklist ?? null;
  const gateway = gateways.get(network);
  return blocklist !== null && (gateway === undefined || gateway.isDepositBlocked !== undefined);
}

/** Whether the token blocks the address of the deposit or one that paid it. Throws ChainUnavailableError. */
export async function isBlocked({ gateways }: Pick<OrderContext, 'gateways'>, deposit: DepositRow): Promise<boolean> {
  const check = gateways.get(deposit.network)?.isDepositBlocked;
  if (!check) throw new ChainUnavailableError(`${deposit.network} is not connected: the blocklist of its token can't be read`);
  const { instrument: instrumentSlug, tx_hash: txHash, to_address: toAddress } = deposit;
  return await check({ instrumentSlug, txHash, toAddress });
}

/**
 * Whether the deposit of a decided order is collected at once, at any fee: the issuer can block the deposit address, and the deposit
 * is worth more than the host risks. A deposit without a price counts as large.
 */
export function isCollectedAtOnce(context: OrderContext, order: OrderRow): boolean {
  const { instrument_from: instrument, network_from: network, settlement, refund } = order;
  const decided = refund ?? settlement;
  if (decided === null || !canBeBlocked(context, { instrument, network })) return false;
  if (context.gateways.get(network)?.depositsAt !== 'ADDRESS') return false;
  const price = context.lastUsdPrice(instrument);
  return price === null || amount(decided.amount).times(amount(price)).gt(amount(context.caps.collectFirstAboveUsd));
}

/** Whether a payout waits until its deposit is in the treasury. */
export async function isCollectionAwaited(
  context: OrderContext,
  { kind }: Pick<OrderSend, 'kind'>,
  order: OrderRow,
): Promise<boolean> {
  if (kind !== 'PAYOUT' || order.settlement === null || !isCollectedAtOnce(context, order)) return false;
  return !isCollected(order, await listOutboxRows(context.database, order.id));
}
