import { describe, expect, it } from 'vitest';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import { at, sampleDeposit, sampleExtra, sampleOrder, sampleOrders } from '../../tests/support/samples/sampleOrder.ts';
import { composeConfirmation, composeNotification } from './composeMail.ts';
import type { NotificationValues, OrderReport, TransferDelay } from './notifications.ts';
import type { OrderFacts } from './orderMailTexts.ts';
import { recordTexts, textIds } from './testing/recordTexts.ts';

const { languages, written } = recordTexts();
const SENDING = { languages, brand: 'Causeway' };
const TRANSACTION = '4a5e1e•••a33b';
const EXTRA = sampleExtra();
const refundAt = at(24 * 60);

type Facts = Partial<Omit<OrderFacts, 'order'>> & { order?: Partial<Order> };
type Sample = [title: string, report: OrderReport, facts?: Facts];

const seen = (changes: Partial<Order> = {}): Partial<Order> => ({ deposits: [sampleDeposit()], ...changes });
const decision = (
  actions: ('ACCEPT' | 'REFUND' | 'CONTACT')[],
  deadline: string | null,
  changes: Partial<Order> = {},
): Facts => ({
  order: seen({ attention: { reason: 'WRONG_DEPOSIT_AMOUNT', actions, deadline }, ...changes }),
  status: 'DECISION_NEEDED',
});
const withMemo: Partial<Order> = {
  rateMode: 'FLOATING',
  pair: { instrumentFrom: sampleInstrument('xrp'), instrumentTo: sampleInstrument('usdttrc20') },
  claimedDepositAmount: '1000',
  depositAddressMemo: '1234567',
  deposits: [sampleDeposit({ amount: '1.5' })],
};
const reorged = { kind: 'DEPOSIT', depositState: 'REORGED' } as const;
const asks = { kind: 'ACTION_NEEDED', claimedTransaction: null } as const;
const extra = { kind: 'EXTRA_DEPOSIT', extra: EXTRA } as const;
const delayed = (delay: TransferDelay, changes: Partial<NotificationValues['TRANSFER_DELAYED']> = {}): OrderReport => ({
  kind: 'TRANSFER_DELAYED',
  delay,
  transfer: 'payout',
  extra: null,
  isValueUnknown: false,
  ...changes,
});
const DELAYS = ['HELD', 'RETRIED', 'FAILED', 'DEPOSIT_REORGED', 'DEPOSIT_BLOCKED', 'BELOW_FEE'] as const;

/** A notification of each kind for every text that it can have. */
const SAMPLES: readonly Sample[] = [
  ['seen', { kind: 'DEPOSIT', depositState: 'SEEN' }, { order: seen() }],
  ['confirmed', { kind: 'DEPOSIT', depositState: 'SEEN' }, { order: seen({ deposits: [sampleDeposit({ confirmations: 2 })] }) }],
  ['seen, of a later order', { kind: 'DEPOSIT', depositState: 'SEEN' }, { order: seen({ firstOrderId: 'Q'.repeat(22) }) }],
  ['partial', { kind: 'DEPOSIT', depositState: 'PARTIAL' }, { order: { deposits: [sampleDeposit({ amount: '0.02' })] } }],
  ['partial, floating, with a memo', { kind: 'DEPOSIT', depositState: 'PARTIAL' }, { order: withMemo }],
  ['reorged, can be paid again', reorged],
  ['reorged, expired', reorged, { order: { isExpired: true } }],
  ['reorged, decision', reorged, { status: 'DECISION_NEEDED' }],
  ['reorged, refund', reorged, { status: 'REFUND_REQUESTED' }],
  ['a rejected claim', { ...asks, claimedTransaction: TRANSACTION }],
  ['decision, then refund', asks, { ...decision(['ACCEPT', 'REFUND'], refundAt), refundsAtDeadline: true }],
  ['decision without a deadline', asks, { ...decision(['ACCEPT', 'REFUND'], null), refundsAtDeadline: true }],
  ['decision, no refund address', asks, decision(['ACCEPT', 'REFUND'], null, { refundAddress: null })],
  ['decision, the fee takes the refund', asks, decision(['ACCEPT'], refundAt)],
  [
    'decision about network fees',
    asks,
    decision(['ACCEPT', 'REFUND'], refundAt, {
      attention: { reason: 'NETWORK_CONGESTED', actions: ['ACCEPT', 'REFUND'], deadline: refundAt },
    }),
  ],
  ['no choice, refund', asks, { ...decision(['CONTACT'], refundAt), refundsAtDeadline: true }],
  ['no choice, no refund address', asks, decision(['CONTACT'], null, { refundAddress: null })],
  ['no choice, the fee takes the refund', asks, decision(['CONTACT'], refundAt)],
  ...DELAYS.flatMap((delay): Sample[] => [
    [`payout ${delay}`, delayed(delay), { order: seen() }],
    [`refund ${delay}`, delayed(delay, { transfer: 'refund' }), { order: seen() }],
    [`extra ${delay}`, delayed(delay, { transfer: 'refund', extra: EXTRA })],
  ]),
  ['payout HELD without a price', delayed('HELD', { isValueUnknown: true })],
  ['paid out', { kind: 'PAID_OUT' }, { order: sampleOrders.completed() }],
  ['refunded', { kind: 'REFUNDED', extra: null }, { order: sampleOrders.refunded() }],
  [
    'refunded, recipient blocked',
    { kind: 'REFUNDED', extra: null },
    { order: { ...sampleOrders.refunded(), refundReason: 'RECIPIENT_BLOCKED' } },
  ],
  ['extra refunded', { kind: 'REFUNDED', extra: EXTRA }, { order: { refundReason: 'RECIPIENT_BLOCKED' } }],
  ['extra', extra],
  ['extra, then refund', { ...extra, extra: sampleExtra({ deadline: refundAt, refundAddress: null }) }],
  ['extra, refund without a choice', { ...extra, extra: sampleExtra({ deadline: refundAt, actions: ['CONTACT'] }) }],
  ['extra, only support', { ...extra, extra: sampleExtra({ actions: ['CONTACT'] }) }],
];

const readerOf = (locale: LocaleCode) => ({
  order_id: sampleOrder().orderId,
  email: 'ann@example.org',
  locale,
  origin: 'https://swap.example',
  token: 'unsubscribe-token',
});

const compose = (locale: LocaleCode, report: OrderReport, facts: Facts = {}) =>
  composeNotification(readerOf(locale), SENDING, report, {
    status: 'AWAITING_DEPOSIT',
    refundsAtDeadline: false,
    ...facts,
    order: sampleOrder(facts.order),
  });

describe.each(['en', 'ru'] as const)('the order mails in the language %s', (locale) => {
  it('have these texts', async () => {
    const mails = [
      ['code', composeConfirmation(readerOf(locale), SENDING, 'XK4M-7PQ2')] as const,
      ...SAMPLES.map(([title, ...sample]) => [title, compose(locale, ...sample)] as const),
    ];
    const text = mails.map(([title, mail]) => `## ${title}\n# ${mail.subject}\n\n${mail.text}`).join('\n');
    expect(text).not.toMatch(/undefined|null|NaN|\{/);
    await expect(text).toMatchFileSnapshot(`testing/order-mails.${locale}.txt`);
    // The last line is that of every mail.
    expect(written).toEqual(textIds('mail-order.json').add('mail.terms'));
  });
});
