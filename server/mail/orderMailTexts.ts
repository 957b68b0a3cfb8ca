import type { OrderStatus } from '../../contract/order.ts';
import { orderDecimals } from '../../contract/orderDecimals.ts';
import { subtract, sum, type Decimal } from '../../contract/money.ts';
import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { ExtraDeposit, Order } from '../../contract/schemas/orders.ts';
import type { MailLanguage, MailTextId, MailTexts } from './mailLanguage.ts';
import type { NotificationValues, OrderReport, TransferDelay } from './notifications.ts';

/** An order at the time when its mail is written. */
export interface OrderFacts {
  order: Order;
  status: OrderStatus;
  /** Without a decision, the deposit is refunded at the deadline */
  refundsAtDeadline: boolean;
}

/** Formats the values of one order in the language of the mail. */
interface OrderValues {
  facts: OrderFacts;
  money(amount: Decimal, coin: Pick<Instrument, 'slug' | 'currencyTitle'>): string;
  time(at: string): string;
}

const TEXTS: {
  readonly [Kind in keyof NotificationValues]: (reported: NotificationValues[Kind], values: OrderValues) => MailTexts;
} = {
  DEPOSIT: ({ depositState }, values) => {
    if (depositState === 'REORGED') return reorgedTexts(values);
    return depositState === 'SEEN' ? seenTexts(values) : partialTexts(values);
  },
  ACTION_NEEDED: ({ claimedTransaction }, values) =>
    claimedTransaction === null
      ? decisionTexts(values)
      : {
          subject: 'mail.order.claimRejected.subject',
          paragraphs: ['mail.order.claimRejected.state', 'mail.order.claimRejected.proof'],
          values: { transaction: claimedTransaction },
        },
  TRANSFER_DELAYED: ({ delay, transfer, extra, isValueUnknown }, { money }) => ({
    subject: 'mail.order.delayed.subject',
    paragraphs: [`mail.order.delayed.${delay}`, AFTER_DELAY[delay]],
    values: {
      delay,
      isValueUnknown,
      transfer: extra ? 'extra' : transfer,
      ...(extra && { received: money(extra.amount, extra.instrument) }),
    },
  }),
  PAID_OUT: (_, { facts: { order }, money }) => {
    const [payout] = order.withdrawals;
    const paidOut = money(payout?.arrivedAmount ?? payout?.amount ?? order.amountToGet, order.pair.instrumentTo);
    return { subject: 'mail.order.paidOut.subject', paragraphs: ['mail.order.paidOut.state'], values: { paidOut } };
  },
  REFUNDED: ({ extra }, values) => (extra ? extraRefundTexts(extra, values) : refundTexts(values)),
  EXTRA_DEPOSIT: ({ extra }, values) => extraTexts(extra, values),
};

/** Returns the texts of a report. They may also use `order`, the shortened id, and `pair`. */
export function orderMailTexts(report: OrderReport, facts: OrderFacts, language: MailLanguage): MailTexts {
  const decimals = orderDecimals(facts.order);
  const { instrumentFrom, instrumentTo } = facts.order.pair;
  const { values, ...texts } = textsOf(report.kind, report, {
    facts,
    money: (amount, { slug, currencyTitle }) => language.amount(amount, currencyTitle, decimals[slug]),
    time: (at) => language.time(new Date(at)),
  });
  const order = shortened(facts.order.orderId);
  return { ...texts, values: { order, pair: `${instrumentFrom.currencyTitle} → ${instrumentTo.currencyTitle}`, ...values } };
}

function textsOf<Kind extends keyof NotificationValues>(kind: Kind, reported: NotificationValues[Kind], values: OrderValues) {
  return TEXTS[kind](reported, values);
}

const ownDeposits = ({ deposits }: Order) => deposits.filter(({ isExtra }) => isExtra !== true);
const receivedAmount = (order: Order): Decimal => sum(ownDeposits(order).map(({ amount }) => amount));
const isOffered = ({ actions }: Pick<ExtraDeposit, 'actions'>): boolean => actions.some((action) => action !== 'CONTACT');

function seenTexts({ facts: { order }, money }: OrderValues): MailTexts {
  const firstOrder = order.firstOrderId ? shortened(order.firstOrderId) : null;
  const isConfirmed = ownDeposits(order).every(({ confirmations }) => confirmations >= order.minConfirmationsToWithdraw);
  return {
    subject: 'mail.order.seen.subject',
    paragraphs: [
      'mail.order.seen.state',
      ...(firstOrder === null ? [] : (['mail.order.seen.laterOrder'] as const)),
      'mail.order.seen.nothingToDo',
    ],
    values: {
      received: money(receivedAmount(order), order.pair.instrumentFrom),
      isConfirmed,
      ...(firstOrder !== null && { firstOrder }),
    },
  };
}

function partialTexts({ facts: { order }, money, time }: OrderValues): MailTexts {
  const { instrumentFrom: from } = order.pair;
  const received = receivedAmount(order);
  return {
    subject: 'mail.order.partial.subject',
    paragraphs: ['mail.order.partial.state', 'mail.order.partial.send', 'mail.order.partial.isSent'],
    values: {
      received: money(received, from),
      claimed: money(order.claimedDepositAmount, from),
      remaining: money(subtract(order.claimedDepositAmount, received), from),
      isFixed: order.rateMode === 'FIXED',
      payUntil: time(order.expiresAt),
      memoName: order.depositAddressMemo === null ? 'none' : (from.network?.memoName ?? 'Memo'),
    },
  };
}

function reorgedTexts({ facts, time }: OrderValues): MailTexts {
  return {
    subject: 'mail.order.reorged.subject',
    paragraphs: ['mail.order.reorged.state', `mail.order.reorged.${reorgOutcome(facts)}`],
    values: { payUntil: time(facts.order.expiresAt) },
  };
}

/** What a reorg of the deposit means: the customer can pay again, time is up, a decision or a refund has no object */
function reorgOutcome({ status, order }: OrderFacts): 'PAY_AGAIN' | 'EXPIRED' | 'NO_DECISION' | 'NO_REFUND' {
  if (status === 'DECISION_NEEDED') return 'NO_DECISION';
  if (status === 'REFUND_REQUESTED') return 'NO_REFUND';
  return order.isExpired ? 'EXPIRED' : 'PAY_AGAIN';
}

function decisionTexts({ facts, money, time }: OrderValues): MailTexts {
  const { order, refundsAtDeadline } = facts;
  const { deadline = null, actions = [] } = order.attention ?? {};
  const canChoose = isOffered({ actions });
  const withoutDecision = (): MailTextId => {
    if (refundsAtDeadline) return deadline === null ? 'mail.order.decision.isSafe' : 'mail.order.decision.refund';
    return order.refundAddress === null ? 'mail.order.decision.noAddress' : 'mail.order.decision.belowFee';
  };
  return {
    subject: 'mail.order.decision.subject',
    paragraphs: [
      'mail.order.decision.state',
      ...(order.attention?.reason === 'NETWORK_CONGESTED' ? (['mail.order.decision.fees'] as const) : []),
      ...(canChoose && deadline !== null ? (['mail.order.decision.decide'] as const) : []),
      withoutDecision(),
    ],
    values: {
      canChoose,
      received: money(receivedAmount(order), order.pair.instrumentFrom),
      agreed: money(order.amountToGet, order.pair.instrumentTo),
      ...(deadline !== null && { deadline: time(deadline) }),
    },
  };
}

const AFTER_DELAY: Record<TransferDelay, MailTextId> = {
  HELD: 'mail.order.delayed.isSafe',
  RETRIED: 'mail.order.delayed.isSafe',
  FAILED: 'mail.order.delayed.isSafe',
  DEPOSIT_REORGED: 'mail.order.delayed.inWallet',
  DEPOSIT_BLOCKED: 'mail.order.delayed.untilUnblocked',
  BELOW_FEE: 'mail.order.delayed.untilFeeFalls',
};

function refundTexts({ facts: { order }, money }: OrderValues): MailTexts {
  const { instrumentFrom, instrumentTo } = order.pair;
  const refund = order.refunds.find(({ isExtra }) => isExtra !== true);
  if (!refund) throw new Error(`Order ${order.orderId} was refunded without a refund`);
  const isBlocked = order.refundReason === 'RECIPIENT_BLOCKED';
  return {
    subject: 'mail.order.refunded.subject',
    paragraphs: ['mail.order.refunded.order', ...(isBlocked ? (['mail.order.refunded.isBlocked'] as const) : [])],
    values: { refunded: money(refund.amount, instrumentFrom), coin: instrumentTo.currencyTitle },
  };
}

function extraRefundTexts({ amount, refundAmount, instrument }: ExtraDeposit, { money }: OrderValues): MailTexts {
  if (refundAmount === null) throw new Error('An extra deposit was refunded without an amount');
  return {
    subject: 'mail.order.refunded.subject',
    paragraphs: ['mail.order.refunded.extra'],
    values: { received: money(amount, instrument), refunded: money(refundAmount, instrument) },
  };
}

function extraTexts(extra: ExtraDeposit, { money, time }: OrderValues): MailTexts {
  const { deadline } = extra;
  const canChoose = isOffered(extra);
  const next: MailTextId[] = [];
  if (canChoose) next.push('mail.order.extra.request');
  if (deadline !== null) next.push('mail.order.extra.refund');
  if (deadline === null && !canChoose) next.push('mail.order.extra.isSafe');
  return {
    subject: 'mail.order.extra.subject',
    paragraphs: ['mail.order.extra.state', ...next],
    values: {
      received: money(extra.amount, extra.instrument),
      canChoose,
      hasRefundAddress: extra.refundAddress !== null,
      ...(deadline !== null && { deadline: time(deadline) }),
    },
  };
}

export function shortened(orderId: string): string {
  return `${orderId.slice(0, 6)}…${orderId.slice(-4)}`;
}
