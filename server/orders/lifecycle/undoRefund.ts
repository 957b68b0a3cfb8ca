import { add, amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { updateUnsentOutboxRow } from '../../db/repositories/outbox.ts';
import type { OrderRow, Settlement } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { reverseJournal } from '../../payments/ledger.ts';
import { enqueueLeft } from '../../payments/outbox/enqueue.ts';
import type { OrderContext } from '../core/context.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { fixedTermsOf, priceAtFixedRate } from '../rules/fixedPrice.ts';
import { totalAmount } from '../rules/depositRules.ts';
import { refundJournalId } from './refund.ts';
import { bookSettlement, payoutOf } from './settleOrder.ts';

/** So many that the price gives exactly what was paid: coins have 18 decimals at most. */
const PRICE_DECIMALS = 36;

/** The reason of a payout on hold that a transaction of the treasury has made: an operator or the host adopts it. */
export const PAID_BEFORE = 'PAID_BEFORE';

type Priced = Pick<Settlement, 'price' | 'payout_amount' | 'platform_fee'>;

/** Returns the terms of the signed fixed rate. If another amount was paid, an operator adopts the payout and the difference is booked as capital. */
function promised(context: Pick<OrderContext, 'catalogue'>, order: OrderRow, deposited: Decimal): Priced {
  const { precisionDecimals } = instrumentOf(context, order.instrument_to);
  const { payout, platformFee } = priceAtFixedRate(fixedTermsOf(order), deposited, precisionDecimals);
  return { price: order.price, payout_amount: payout, platform_fee: platformFee };
}

function pricedBy({ network_fee, platform_fee }: OrderRow, deposited: Decimal, paid: Decimal): Priced {
  const price = roundToDecimal(amount(add(paid, network_fee)).div(amount(deposited)), PRICE_DECIMALS, 'up');
  return { price, payout_amount: paid, platform_fee };
}

/**
 * Turns an unsent refund into a payout on hold: REFUNDING → PAYING_OUT (D75). The order was paid out in a time that the books have lost, with
 * `paid` in instrumentTo. Returns false when the refund has changed since it was read.
 *
 * @throws ConcurrentUpdateError when another process changed the order
 */
export async function undoRefund(
  context: Pick<OrderContext, 'catalogue' | 'now'>,
  transaction: Executor,
  { order, refund, paid }: { order: OrderRow; refund: OutboxRow; paid: Decimal },
): Promise<boolean> {
  if (!(await updateUnsentOutboxRow(transaction, refund, { state: 'CANCELLED', reason: PAID_BEFORE }))) return false;
  const now = context.now();
  await reverseJournal(transaction, refundJournalId(refund.id), now);
  const deposited = totalAmount((await listDeposits(transaction, order.id)).filter(({ role }) => role === 'ORDER'));
  const { network_fee, collection_fee, market_price } = order;
  const priced = order.rate_mode === 'FIXED' ? promised(context, order, deposited) : pricedBy(order, deposited, paid);
  const settlement = { settled_at: now, amount: deposited, market_price, network_fee, collection_fee, ...priced };
  await bookSettlement(transaction, order, 'refundUndone', { settlement });
  await enqueueLeft(context, transaction, payoutOf(order, settlement), PAID_BEFORE);
  return true;
}
