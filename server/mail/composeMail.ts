import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { ExtraDeposit, Order } from '../../contract/schemas/orders.ts';
import type { OrderStatus } from '../../contract/order.ts';
import { subtract, sum, type Decimal } from '../../contract/money.ts';
import type { MailSubscriptionRow } from '../db/tables/mail.ts';
import type { OutboxRow } from '../db/tables/orders.ts';
import { whyWaiting } from '../orders/lifecycle/attention.ts';
import { NO_USD_PRICE } from '../orders/core/outbox.ts';
import type { Mail } from '../ports/mail/mailer.ts';
import { mailTexts, type MailFacts, type MailWords } from './mailTexts.ts';
import type { MomentKind } from './moments.ts';
import { CODES_REFUSED_MS, refusalToken } from './refusals.ts';

/** How long a code is good for. Milliseconds. */
export const CODE_VALID_MS = 30 * 60_000;
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;

type Reader = Pick<MailSubscriptionRow, 'order_id' | 'email' | 'locale' | 'origin' | 'token'>;
type Written = Pick<Mail, 'to' | 'subject' | 'text' | 'html'>;

/** The one mail that goes to an address which is not confirmed: the code and nothing about the order. */
export function composeConfirmation(reader: Reader, brand: string, code: string): Written {
  const texts = mailTexts[reader.locale];
  const words = texts.confirm({
    brand,
    order: shortened(reader.order_id),
    minutes: CODE_VALID_MS / MINUTE_MS,
    weeks: CODES_REFUSED_MS / WEEK_MS,
  });
  const [first = '', ...rest] = words.paragraphs;
  return write(reader, words.subject, [
    { text: first },
    { text: code, style: 'font:600 24px/1.4 ui-monospace,monospace;letter-spacing:2px' },
    ...rest.map((text) => ({ text })),
    { text: words.refuse, url: `${siteOf(reader)}/unsubscribe#not-me-${refusalToken(reader)}`, style: FINE },
  ]);
}

/** What happened to an order, as the order is now. */
export interface Told {
  kind: MomentKind;
  order: Order;
  status: OrderStatus;
  /** Without an answer its money goes back at the deadline */
  endsByItself: boolean;
  /** The payment that it is about, where it came besides (D6) */
  extra: ExtraDeposit | null;
  /** That payment was the order's deposit before the network took it back */
  isReturned: boolean;
  /** What is to leave of the payment, or of the order itself */
  send: OutboxRow | undefined;
  /** Of a claimed payment, masked */
  txHash: string | null;
}

export function composeMoment(reader: Reader, brand: string, told: Told): Written {
  const texts = mailTexts[reader.locale];
  const words: MailWords = texts.moments[told.kind](factsOf(reader, brand, told));
  // Neither the destination nor the order pass: a mail is read by many machines, and the order by its customer (D3, D39).
  const orderUrl = `${siteOf(reader)}/order/${reader.order_id}`;
  return write(reader, words.subject, [
    ...words.paragraphs.map((text) => ({ text })),
    { text: texts.openOrder, url: orderUrl },
    { text: texts.whyAddress, style: FINE },
    { text: texts.why, style: FINE },
    { text: texts.unsubscribe, url: unsubscribeUrl(reader), style: FINE },
  ]);
}

function siteOf({ locale, origin }: Reader): string {
  return locale === 'en' ? origin : `${origin}/${locale}`;
}

/** Its token is in the fragment, which no server's log and no mail scanner's request gets to see. */
function unsubscribeUrl(reader: Reader): string {
  return `${siteOf(reader)}/unsubscribe#${reader.token}`;
}

interface Paragraph {
  text: string;
  url?: string;
  style?: string;
}

const FINE = 'font-size:13px;color:#5b6673';

/** Plain text and HTML of the same paragraphs; the HTML loads nothing from anywhere. */
function write({ email, locale }: Reader, subject: string, paragraphs: readonly Paragraph[]): Written {
  const text = paragraphs.map((part) => (part.url ? `${part.text}:\n${part.url}` : part.text)).join('\n\n');
  const body = paragraphs.map(({ text: words, url, style }) => {
    const inner = url ? `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>` : escapeHtml(words);
    return `<p style="margin:0 0 16px${style ? `;${style}` : ''}">${inner}</p>`;
  });
  const html = [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#17202b;background:#fff">',
    `<div style="max-width:560px">${body.join('')}</div></body></html>`,
  ].join('\n');
  return { to: email, subject, text: `${text}\n`, html };
}

function factsOf({ locale }: Reader, brand: string, told: Told): MailFacts {
  const { order, endsByItself, extra, isReturned, send, txHash } = told;
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const written = (value: Decimal, { currencyTitle }: Pick<Instrument, 'currencyTitle'>) =>
    `${writtenAmount(value, locale)} ${currencyTitle}`;
  const time = (at: string) => `${DEADLINE[locale].format(new Date(at))} UTC`;
  const { deadline = null, actions = [] } = extra ?? order.attention ?? {};
  const own = order.deposits.filter(({ isExtra }) => isExtra !== true);
  const total = sum(own.map(({ amount }) => amount));
  const refund = order.refunds.find(({ isExtra }) => isExtra !== true);
  return {
    brand,
    order: shortened(order.orderId),
    pair: `${from.currencyTitle} → ${to.currencyTitle}`,
    received: extra ? written(extra.amount, extra.instrument) : written(total, from),
    isConfirmed: own.every(({ confirmations }) => confirmations >= order.minConfirmationsToWithdraw),
    claimed: written(order.claimedDepositAmount, from),
    remaining: written(subtract(order.claimedDepositAmount, total), from),
    isFixed: order.rateMode === 'FIXED',
    payUntil: time(order.expiresAt),
    memoName: order.depositAddressMemo === null ? null : (from.network?.memoName ?? 'Memo'),
    takenBack: takenBack(told),
    paidOut: written(order.withdrawals[0]?.amount ?? order.amountToGet, to),
    refunded: extra ? written(extra.refundAmount ?? '0', extra.instrument) : written(refund?.amount ?? '0', from),
    deadline: deadline === null ? null : time(deadline),
    isRefund: refund !== undefined,
    isValueUnknown: send?.reason === NO_USD_PRICE,
    delay: delayOf(send),
    isReturned,
    canChoose: actions.some((action) => action !== 'CONTACT'),
    hasAddress: (extra ?? order).refundAddress !== null,
    unanswered: endsByItself ? 'REFUND' : order.refundAddress === null ? 'NO_ADDRESS' : 'TOO_LITTLE',
    transaction: txHash ?? '',
  };
}

function takenBack({ status, order }: Told): MailFacts['takenBack'] {
  if (status === 'DECISION_NEEDED') return 'ASKED';
  if (status === 'REFUND_REQUESTED') return 'REFUND';
  return order.isExpired ? 'OVER' : 'AGAIN';
}

function delayOf(send: OutboxRow | undefined): MailFacts['delay'] {
  const why = send && whyWaiting(send);
  if (why === 'PAYOUT_FAILED') return 'FAILED';
  return why === 'DEPOSIT_REORGED' ? 'DEPOSIT_REORGED' : 'RETRIED';
}

const DEADLINE_FORM = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
const DEADLINE = {
  en: new Intl.DateTimeFormat('en-GB', DEADLINE_FORM),
  ru: new Intl.DateTimeFormat('ru', DEADLINE_FORM),
};

/** "12,345.678" and "12 345,678", without passing through a float (D2). */
function writtenAmount(value: Decimal, locale: 'en' | 'ru'): string {
  const [whole = '0', fraction] = value.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, locale === 'en' ? ',' : '\u00a0');
  return fraction === undefined ? grouped : `${grouped}${locale === 'en' ? '.' : ','}${fraction}`;
}

function shortened(orderId: string): string {
  return `${orderId.slice(0, 6)}…${orderId.slice(-4)}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
