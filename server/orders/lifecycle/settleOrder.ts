import { amount, sum, ZERO, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { updateDeposit } from '../../db/repositories/deposits.ts';
import { requestSweep } from '../../db/repositories/sweeps.ts';
import type { DepositRow, OrderRow, Settlement } from '../../db/tables/orders.ts';
import { type OrderContext } from '../core/context.ts';
import { ownSendId } from '../core/orderSends.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { totalAmount } from '../rules/depositRules.ts';
import { fixedTermsOf, priceAtFixedRate } from '../rules/fixedPrice.ts';
import { negate, post, transferLines, type Journal, type LedgerLine } from '../../payments/ledger.ts';
import { applyTransition, requestDecision } from '../core/machine.ts';
import { enqueue } from '../../payments/outbox/enqueue.ts';
import { reserve, payoutReservation, reserveUnconditionally } from '../core/reservations.ts';

interface Price {
  price: Decimal;
  marketPrice: Decimal;
  payout: Decimal;
  networkFee: Decimal;
  collectionFee: Decimal;
  platformFee: Decimal;
}

/**
 * Prices an order whose deposits all have their confirmations, and creates its payout. Status, event, ledger, reservation and
 * outbox row are written in the caller's transaction (D9). `deposits` count towards the order; `others` become extra (D6). Returns
 * the updated order.
 *
 * @throws ERR_SERVICE_UNAVAILABLE while there is no trustworthy price: retry later
 */
export async function settleOrder(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
  others: readonly DepositRow[],
): Promise<OrderRow> {
  const now = context.now();
  const total = totalAmount(deposits);
  const priced = order.rate_mode === 'FIXED' ? priceFixed(context, order, total) : priceFloating(context, order, total, now);
  if (!amount(priced.payout).gt(ZERO)) {
    return await requestDecision(transaction, order, 'BELOW_MINIMUM', now);
  }
  const needed = {
    orderId: order.id,
    instrument: order.instrument_to,
    amount: payoutReservation(priced.payout, priced.networkFee),
  };
  if (order.rate_mode === 'FIXED') {
    // A fixed rate is a promise: it is paid even if the treasury has shrunk since the order was created.
    await reserveUnconditionally(transaction, needed);
  } else if (!(await reserve(context, transaction, needed))) {
    return await requestDecision(transaction, order, 'NO_LIQUIDITY', now);
  }
  const settlement: Settlement = {
    settled_at: now,
    amount: total,
    price: priced.price,
    market_price: priced.marketPrice,
    payout_amount: priced.payout,
    network_fee: priced.networkFee,
    collection_fee: priced.collectionFee,
    platform_fee: priced.platformFee,
  };
  const settled = await applyTransition(transaction, order, 'depositConfirmed', now, {
    settlement,
  });
  // The deposit now belongs to the host.
  await requestSweep(transaction, { order_id: order.id, network: order.network_from });
  await assignDepositRoles(transaction, deposits, others);
  const exchange: Journal = {
    id: `exchange:${order.id}`,
    kind: 'EXCHANGE',
    source: { order_id: order.id },
    at: now,
    lines: exchangeLines(order, settlement),
  };
  const payout: Journal = {
    id: `payout:${order.id}`,
    kind: 'PAYOUT',
    source: { order_id: order.id },
    at: now,
    lines: payoutLines(order, settlement),
  };
  await post(transaction, exchange, payout);
  await enqueue(context, transaction, {
    id: ownSendId('PAYOUT', order),
    kind: 'PAYOUT',
    source: { order_id: order.id },
    network: order.network_to,
    instrument: order.instrument_to,
    gasFactor: order.payout_fee_factor,
    toAddress: order.destination_address,
    memo: order.destination_memo,
    amount: priced.payout,
  });
  return settled;
}

/** Returns the lines of the `exchange:…` journal: the deposit becomes ours, the payout and both fees leave the desk. */
export function exchangeLines(
  order: Pick<OrderRow, 'instrument_from' | 'instrument_to'>,
  settlement: Pick<Settlement, 'amount' | 'payout_amount' | 'network_fee' | 'platform_fee'>,
): LedgerLine[] {
  const { amount: total, payout_amount: payout, network_fee: networkFee, platform_fee: platformFee } = settlement;
  const instrument = order.instrument_to;
  return [
    ...transferLines('DESK', 'CUSTOMER', order.instrument_from, total),
    { account: 'DESK', instrument, amount: sum([payout, networkFee, platformFee]) },
    { account: 'CUSTOMER', instrument, amount: negate(payout) },
    { account: 'NETWORK_FEES', instrument, amount: negate(networkFee) },
    { account: 'PLATFORM_FEES', instrument, amount: negate(platformFee) },
  ];
}

/** Returns the lines of the `payout:…` journal. */
export function payoutLines(
  order: Pick<OrderRow, 'instrument_to'>,
  { payout_amount: payout }: Pick<Settlement, 'payout_amount'>,
): LedgerLine[] {
  return transferLines('IN_TRANSIT', 'CUSTOMER', order.instrument_to, payout);
}

/** Marks deposits as settled or refunded with their order, and the others as extra (D6). */
export async function assignDepositRoles(
  transaction: Executor,
  counted: readonly DepositRow[],
  others: readonly DepositRow[],
): Promise<void> {
  for (const deposit of counted) await updateDeposit(transaction, deposit, { role: 'ORDER' });
  for (const deposit of others) await updateDeposit(transaction, deposit, { role: 'EXTRA' });
}

function priceFixed(context: OrderContext, order: OrderRow, total: Decimal): Price {
  const decimals = instrumentOf(context, order.instrument_to).precisionDecimals;
  return {
    price: order.price,
    marketPrice: order.market_price,
    networkFee: order.network_fee,
    collectionFee: order.collection_fee,
    ...priceAtFixedRate(fixedTermsOf(order), total, decimals),
  };
}

function priceFloating(context: OrderContext, order: OrderRow, total: Decimal, now: number): Price {
  const quote = context.desk.settle(
    {
      fromSlug: order.instrument_from,
      toSlug: order.instrument_to,
      amountToGive: total,
      rateMode: 'FLOATING',
      payoutFeeFactor: order.payout_fee_factor,
    },
    now,
  );
  return {
    price: quote.price,
    marketPrice: quote.marketPrice,
    payout: quote.amountToGet,
    networkFee: quote.networkFee,
    collectionFee: quote.collectionFee,
    platformFee: quote.platformFee,
  };
}
