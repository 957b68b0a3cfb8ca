import { marketLimitPercent } from '../../../contract/fixedRate.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { subtract, type Decimal } from '../../../contract/money.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { findReadUntil } from '../../db/repositories/cursors.ts';
import { listLaterOrders, listOrderEvents, type LaterOrder } from '../../db/repositories/orders.ts';
import type { DepositRow, OrderEventTable, OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow, OutboxState } from '../../db/tables/payments.ts';
import { readDocuments, type OrderDocuments } from '../../guarantee/signedDocuments.ts';
import { attentionOf } from '../lifecycle/attention.ts';
import { isWatched } from './claimWrongNetwork.ts';
import { type OrderContext } from '../core/context.ts';
import { referenceOf } from '../../instruments/lookup.ts';
import { decideForCustomer, type Decision, type WaitReason } from '../rules/decide.ts';
import { isExtra } from '../rules/depositRules.ts';
import { isRateHeld } from '../rules/isRateHeld.ts';
import type { OrderFacts } from '../rules/orderFacts.ts';
import { wasRecipientBlocked } from '../core/orderSends.ts';
import { loadOrderMoney, type OrderMoney } from '../core/orderMoney.ts';
import { maskAddress, maskEmail } from '../../common/mask.ts';
import { shownClaims } from './shownClaims.ts';
import { truncateDeposits } from '../deposits/truncateDeposits.ts';
import { factsOf, marketPriceOf } from '../lifecycle/orderFacts.ts';

/** Rows of other tables that an order's answer is made of. */
interface OrderParts extends OrderMoney {
  events: readonly Pick<OrderEventTable, 'kind' | 'created_at'>[];
  /** The time up to which the deposit network has been scanned (`findReadUntil`) */
  readUntil: number;
  documents: OrderDocuments;
  laterOrders: readonly LaterOrder[];
}

/** Reads the rows of an order and returns {@link presentParts} of them. */
export async function presentOrder(context: OrderContext, order: OrderRow): Promise<Order> {
  // Events and scan time are read before deposits: a deposit event without a deposit then proves that it was reorged out.
  const [events, readUntil] = await Promise.all([
    listOrderEvents(context.database, order.id),
    findReadUntil(context.database, order.network_from),
  ]);
  const [money, documents, laterOrders] = await Promise.all([
    loadOrderMoney(context.database, order.id),
    readDocuments(context.database, order.id),
    // Only an order that was paid out can have later orders, and most orders are read before that.
    order.settlement === null ? [] : listLaterOrders(context.database, order.id),
  ]);
  return presentParts(context, order, { ...money, events, readUntil, documents, laterOrders });
}

/** A refund that turned out to be a payout (D75) is not told: of all events, clients take a refund's for the most advanced. */
function withoutUndoneRefund(events: OrderParts['events']): OrderParts['events'] {
  const paidOut = events.findLastIndex(({ kind }) => kind === 'FUNDS_WITHDRAWAL_START');
  return events.filter(({ kind }, place) => kind !== 'REFUND_REQUESTED' || place > paidOut);
}

/** Turns an order's rows into an answer (§3, D1). E-mail and refund address are masked (D3). */
export function presentParts(
  context: OrderContext,
  order: OrderRow,
  { events, deposits, sends, claims, readUntil, documents, laterOrders }: OrderParts,
): Order {
  const now = context.now();
  const terms = order.settlement ?? order.acceptance ?? order;
  const facts = factsOf(context, order, { scannedUntil: readUntil, events, sends });
  const decision = decideForCustomer(order, deposits, facts);
  return {
    orderId: order.id,
    rateMode: order.rate_mode,
    pair: {
      instrumentFrom: context.presentInstrument(order.instrument_from),
      instrumentTo: context.presentInstrument(order.instrument_to),
    },
    destinationAddress: order.destination_address,
    destinationAddressMemo: order.destination_memo,
    refundAddress: order.refund_address === null ? null : maskAddress(order.refund_address),
    refundAddressMemo: order.refund_memo,
    userEmail: order.user_email === null ? null : maskEmail(order.user_email),
    createdAt: isoTime(order.created_at),
    expiresAt: isoTime(order.expires_at),
    confirmBy: order.confirm_by === null ? null : isoTime(order.confirm_by),
    serverTime: isoTime(now),
    claimedDepositAmount: order.claimed_deposit_amount,
    claimedPublicRate: { price: order.price },
    acceptedPrice: order.acceptance?.price ?? null,
    settledPrice: order.settlement?.price ?? null,
    claimedNetworkFee: terms.network_fee,
    collectionFeeAmount: terms.collection_fee,
    platformFee_Absolute: terms.platform_fee,
    amountToGet: order.settlement?.payout_amount ?? (order.acceptance ?? order).amount_to_get,
    depositAddress: order.deposit_address,
    depositAddressMemo: order.deposit_memo,
    deposits: truncateDeposits(deposits).map((deposit) => ({
      amount: deposit.amount,
      confirmations: deposit.confirmations,
      detectedAt: isoTime(deposit.detected_at),
      instrument: referenceOf(context, deposit.instrument),
      isExtra: isExtra(order, deposit),
      ...transactionOf(context, deposit.network, deposit.tx_hash),
    })),
    withdrawals: presentWithdrawals(context, sends),
    refunds: presentRefunds(context, order, deposits, sends),
    ...(wasRecipientBlocked(sends) && { refundReason: 'RECIPIENT_BLOCKED' }),
    status: order.status,
    orderEvents: withoutUndoneRefund(events).map((event) => ({ kind: event.kind, createdAt: isoTime(event.created_at) })),
    minConfirmationsToWithdraw: order.min_confirmations,
    redirectUrl: null,
    legacyOrderId: order.legacy_order_id,
    isExpired: 'wait' in decision && decision.wait === 'EXPIRED',
    rateHeld: isRateHeld(order, now, () => marketPriceOf(context, order, now)),
    fixedMarketLimitPercent: order.rate_mode === 'FIXED' ? marketLimitPercent(order.premium_percent) : null,
    waitsFor: presentWait(decision),
    attention: attentionOf(context, order, { deposits, sends, claims }, decision),
    claims: shownClaims(claims),
    watchedUntil: isWatched(order, now) ? isoTime(order.watch_until) : null,
    minimumDeposit: minimumDepositOf(order, facts),
    firstOrderId: order.first_order_id,
    laterOrders: laterOrders.map(({ id, claimed_deposit_amount, status, created_at }) => ({
      orderId: id,
      amount: claimed_deposit_amount,
      status,
      createdAt: isoTime(created_at),
    })),
    ...documents,
  };
}

/** The minimum of the pair follows its prices, so it is asked each time. */
function minimumDepositOf({ status, rate_mode }: OrderRow, facts: OrderFacts): Decimal | null {
  if (status !== 'AWAITING_DEPOSIT' || rate_mode !== 'FLOATING') return null;
  const bounds = facts.bounds();
  return 'value' in bounds ? bounds.value.minimum : null;
}

/** The reasons that the events and `attention` don't show (D9). */
const PUBLISHED_WAITS = ['REST', 'PRICE', 'NETWORK', 'DEPOSIT_NETWORK'] as const satisfies WaitReason[];

function presentWait(decision: Decision): NonNullable<Order['waitsFor']> | null {
  return ('wait' in decision && PUBLISHED_WAITS.find((reason) => reason === decision.wait)) || null;
}

function presentWithdrawals(context: OrderContext, sends: readonly OutboxRow[]): Order['withdrawals'] {
  return sends
    .filter((send) => send.kind === 'PAYOUT' && send.state !== 'CANCELLED')
    .map((send) => ({
      amount: send.amount,
      ...(send.arrived_amount !== null && { arrivedAmount: send.arrived_amount }),
      valueUsd: send.usd_value,
      ...sent(context, send),
    }));
}

function presentRefunds(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  sends: readonly OutboxRow[],
): Order['refunds'] {
  const own = deposits.find((deposit) => !isExtra(order, deposit));
  const refunded = new Map(deposits.map((deposit) => [deposit.refund_id, deposit]));
  return sends
    .filter((send) => send.kind === 'REFUND' && send.state !== 'CANCELLED')
    .map((send) => {
      const extra = refunded.get(send.id);
      return {
        amount: send.amount,
        valueUsd: send.usd_value,
        networkFee: extra ? subtract(extra.amount, send.amount) : (order.refund?.network_fee ?? '0'),
        instrument: referenceOf(context, send.instrument),
        isExtra: extra !== undefined,
        depositTxHash: (extra ?? own)?.tx_hash ?? null,
        depositIndex: extra?.transfer_index ?? null,
        ...sent(context, send),
      };
    });
}

/** States in which the money has not left, even if an earlier attempt set `sent_at`. */
const NOT_SENT: readonly OutboxState[] = ['HELD', 'REFUSED', 'FAILED'];

function sent(context: OrderContext, send: OutboxRow) {
  const link = send.tx_hash === null ? { txHash: null, explorerUrl: null } : transactionOf(context, send.network, send.tx_hash);
  return { sentAt: send.sent_at === null || NOT_SENT.includes(send.state) ? null : isoTime(send.sent_at), ...link };
}

function transactionOf(context: OrderContext, network: string, txHash: string): { txHash: string; explorerUrl: string | null } {
  return { txHash, explorerUrl: context.gateways.get(network)?.transactionUrl(txHash) ?? null };
}
