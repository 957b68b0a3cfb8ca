import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import type { OrderStatus } from '../../contract/order.ts';
import { formatAmount } from '../../contract/formatAmount.ts';
import { orderDecimals } from '../../contract/orderDecimals.ts';
import { subtract, sum, type Decimal } from '../../contract/money.ts';
import type { MailSubscriptionRow } from '../db/tables/mail.ts';
import { NO_USD_PRICE } from '../payments/caps.ts';
import { OPT_OUT_MS, optOutToken } from './codeOptOuts.ts';
import type { MailFacts, MailTexts } from './mailTexts.ts';
import type { Notification } from './notifications.ts';
import { CODE, FINE_PRINT, mailTime, render, siteOf, type ComposedMail } from './renderMail.ts';
import { english } from './texts/english.ts';
import { russian } from './texts/russian.ts';

/** How long a code is valid. Milliseconds. */
export const CODE_VALID_MS = 30 * 60_000;
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;

const TEXTS: Record<'en' | 'ru', MailTexts> = { en: english, ru: russian };

type Reader = Pick<MailSubscriptionRow, 'order_id' | 'email' | 'locale' | 'origin' | 'token'>;

/** Returns the only mail that is sent to an unconfirmed address. Of the order it contains only the shortened id. */
export function composeConfirmation(reader: Reader, brand: string, code: string): ComposedMail {
  const { subject, paragraphs, optOut } = TEXTS[reader.locale].confirm({
    brand,
    order: shortened(reader.order_id),
    minutes: CODE_VALID_MS / MINUTE_MS,
    weeks: OPT_OUT_MS / WEEK_MS,
  });
  const [first = '', ...rest] = paragraphs;
  return render(reader, subject, [
    { text: first },
    { text: code, style: CODE },
    ...rest.map((text) => ({ text })),
    { text: optOut, url: `${siteOf(reader)}/unsubscribe#not-me-${optOutToken(reader)}`, style: FINE_PRINT },
  ]);
}

/** An order at the time when its mail is written. */
export interface OrderFacts {
  order: Order;
  status: OrderStatus;
  /** Without a decision, the deposit is refunded at the deadline */
  refundsAtDeadline: boolean;
}

export function composeNotification(reader: Reader, notification: Notification, facts: OrderFacts): ComposedMail {
  const texts = TEXTS[reader.locale];
  const { subject, paragraphs } = texts.notifications[notification.kind](mailFacts(reader, notification, facts));
  // Neither the destination nor the order pass: many machines read a mail, and with either of them they could read the order (D3, D39).
  const orderUrl = `${siteOf(reader)}/order/${reader.order_id}`;
  return render(reader, subject, [
    ...paragraphs.map((text) => ({ text })),
    { text: texts.openOrder, url: orderUrl },
    { text: texts.whyAddress, style: FINE_PRINT },
    { text: texts.why, style: FINE_PRINT },
    { text: texts.unsubscribe, url: unsubscribeUrl(reader), style: FINE_PRINT },
  ]);
}

/** The token is in the fragment, which is neither logged by servers nor requested by mail scanners. */
function unsubscribeUrl(reader: Reader): string {
  return `${siteOf(reader)}/unsubscribe#${reader.token}`;
}

function mailFacts({ locale }: Reader, notification: Notification, facts: OrderFacts): MailFacts {
  const { depositState = 'SEEN', delay = 'RETRIED', send, extra, isReturned = false, claimedTransaction = null } = notification;
  const { order, refundsAtDeadline } = facts;
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const decimals = orderDecimals(order);
  const money = (value: Decimal, { slug, currencyTitle }: Pick<Instrument, 'slug' | 'currencyTitle'>) =>
    `${formatAmount(value, locale, decimals[slug])} ${currencyTitle}`;
  const time = (at: string) => mailTime(new Date(at), locale);
  const { deadline = null, actions = [] } = extra ?? order.attention ?? {};
  const own = order.deposits.filter(({ isExtra }) => isExtra !== true);
  const total = sum(own.map(({ amount }) => amount));
  const [payout] = order.withdrawals;
  const refund = order.refunds.find(({ isExtra }) => isExtra !== true);
  return {
    order: shortened(order.orderId),
    pair: `${from.currencyTitle} → ${to.currencyTitle}`,
    depositState,
    firstOrder: order.firstOrderId ? shortened(order.firstOrderId) : null,
    received: extra ? money(extra.amount, extra.instrument) : money(total, from),
    hasConfirmations: own.every(({ confirmations }) => confirmations >= order.minConfirmationsToWithdraw),
    claimed: money(order.claimedDepositAmount, from),
    remaining: money(subtract(order.claimedDepositAmount, total), from),
    isFixed: order.rateMode === 'FIXED',
    payUntil: time(order.expiresAt),
    memoName: order.depositAddressMemo === null ? null : (from.network?.memoName ?? 'Memo'),
    reorgOutcome: reorgOutcome(facts),
    paidOut: money(payout?.arrivedAmount ?? payout?.amount ?? order.amountToGet, to),
    refunded: extra ? money(extra.refundAmount ?? '0', extra.instrument) : money(refund?.amount ?? '0', from),
    blockedBy: order.refundReason === 'RECIPIENT_BLOCKED' ? to.currencyTitle : null,
    deadline: deadline === null ? null : time(deadline),
    transfer: extra ? 'EXTRA_REFUND' : send?.kind === 'PAYOUT' ? 'PAYOUT' : 'REFUND',
    delay,
    isValueUnknown: send?.reason === NO_USD_PRICE,
    isExtra: extra !== undefined,
    isReturned,
    canChoose: actions.some((action) => action !== 'CONTACT'),
    hasRefundAddress: (extra ?? order).refundAddress !== null,
    withoutDecision: refundsAtDeadline ? 'REFUND' : order.refundAddress === null ? 'NO_ADDRESS' : 'BELOW_FEE',
    claimedTransaction,
  };
}

function reorgOutcome({ status, order }: OrderFacts): MailFacts['reorgOutcome'] {
  if (status === 'DECISION_NEEDED') return 'NO_DECISION';
  if (status === 'REFUND_REQUESTED') return 'NO_REFUND';
  return order.isExpired ? 'EXPIRED' : 'PAY_AGAIN';
}

function shortened(orderId: string): string {
  return `${orderId.slice(0, 6)}…${orderId.slice(-4)}`;
}
