import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ExtraDeposit, Order } from '../../../../contract/api/orders.ts';
import { allowedActions, ATTENTION } from '../../../../contract/attention.ts';
import {
  ATTENTION_REASONS,
  DECISION_REASONS,
  ORDER_STATUSES,
  type AttentionAction,
  type AttentionReason,
  type OrderStatus,
} from '../../../../contract/order.ts';
import type { LocaleCode } from '../../../../contract/paths/locales.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import {
  at,
  events,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleDeposit,
  sampleExtra,
  sampleOrder,
  sampleOrders,
  sampleRefundInfo,
} from '../../../../tests/support/samples/sampleOrder.ts';

/** The order of each status, as the host publishes it. */
const BY_STATUS: Record<OrderStatus, () => Order> = {
  AWAITING_DEPOSIT: sampleOrders.awaitingDeposit,
  CONFIRMING: sampleOrders.confirming,
  DECISION_NEEDED: () =>
    sampleOrder({
      status: 'DECISION_NEEDED',
      rateMode: 'FLOATING',
      deposits: [sampleDeposit()],
      orderEvents: events('CREATION_END', 'INCOMING_FUNDS_DETECTED'),
    }),
  PAYING_OUT: () => withoutLeaving(sampleOrders.payingOut()),
  COMPLETED: sampleOrders.completed,
  REFUND_REQUESTED: sampleOrders.refundRequested,
  REFUNDING: () =>
    withoutLeaving({
      ...sampleOrders.refundRequested(),
      status: 'REFUNDING',
      deposits: [sampleDeposit({ confirmations: 2 })],
      refunds: sampleOrders.refunded().refunds,
    }),
  REFUNDED: sampleOrders.refunded,
};

/** Marks all payments of an order as not sent. */
function withoutLeaving(order: Order): Order {
  const here = { sentAt: null, txHash: null, explorerUrl: null };
  return {
    ...order,
    withdrawals: order.withdrawals.map((payout) => ({ ...payout, ...here })),
    refunds: order.refunds.map((refund) => ({ ...refund, ...here })),
  };
}

/** The notice of each reason: it says who or what must act. */
const NOTICES: Partial<Record<AttentionReason, RegExp>> = {
  PAYOUT_HELD: /A person checks .* before it leaves/,
  PAYOUT_FAILED: /did not go through.* A person checks it before we send it again/,
  DEPOSIT_REORGED: /dropped .* appears again\. .* continues automatically/,
  DEPOSIT_BLOCKED: /issuer .* blocks the address .* continue automatically\. .* write to support/,
  PAYOUT_DELAYED: /is late.* continues automatically/,
  REFUND_BLOCKED: /The refund was chosen, but .* continues automatically/,
  CLAIM_HELD: /compares/,
};
/** Texts that no part of the page may show before the payment is sent. */
const ON_ITS_WAY = /on its way|being sent|has left|Sending to you|Refunding to you|is confirmed and/;
const ON_ITS_WAY_IN_RUSSIAN = /в пути|отправлен[а]?\.|отправляется|Отправляем вам|Возвращаем вам|выплата началась/;

/** Returns every set of actions that the table allows for a reason. */
function actionSets(reason: AttentionReason): AttentionAction[][] {
  const sets = new Map<string, AttentionAction[]>();
  for (let bits = 0; bits < 16; bits += 1) {
    const [hasToken = false, isAcceptable = false, isRefundable = false, endsByItself = false] = [1, 2, 4, 8].map(
      (bit) => (bits & bit) !== 0,
    );
    const actions = allowedActions(reason, { hasToken, isAcceptable, isRefundable, endsByItself });
    sets.set(actions.join(' '), actions);
  }
  return [...sets.values()];
}

const isEnd = (status: OrderStatus) => status === 'COMPLETED' || status === 'REFUNDED';
const isQuestion = (reason: AttentionReason) => DECISION_REASONS.some((one) => one === reason);

/** Each reason in each of its statuses with all its actions, and in its first status with every smaller set. */
const SITUATIONS = ATTENTION_REASONS.flatMap((reason) =>
  ATTENTION[reason].statuses.flatMap((status, place) => {
    const sets = actionSets(reason);
    const most = sets.toSorted((one, other) => other.length - one.length)[0] ?? [];
    return (place === 0 ? sets : [most]).map((actions) => ({ reason, status, actions, says: actions.join(' ') || 'nothing' }));
  }),
);

async function show(order: Order, extra: ExtraDeposit[] = [], locale: LocaleCode = 'en') {
  const page = await renderPage(
    `${locale === 'ru' ? '/ru' : ''}/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`,
    { 'orders.publicInfo': () => order, 'orders.refundInfo': () => sampleRefundInfo({ extra }) },
    { locale, prepare: ({ stores }) => void stores.orderTokens.store(SAMPLE_ORDER_ID, 't'.repeat(43)) },
  );
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const main = () => within(screen.getByRole('main'));
const usable = (name: RegExp) =>
  main()
    .queryAllByRole('button', { name })
    .filter((button) => button.getAttribute('aria-disabled') !== 'true');

test('covers every status and every reason', () => {
  expect(Object.keys(BY_STATUS)).toEqual([...ORDER_STATUSES]);
  expect(new Set(SITUATIONS.map(({ reason }) => reason))).toEqual(new Set(ATTENTION_REASONS));
});

describe.each(SITUATIONS)('$reason in $status, offering $says', ({ reason, status, actions }) => {
  test('shows the reason and exactly the offered actions', async () => {
    const extra = [sampleExtra({ actions })];
    const order = { ...BY_STATUS[status](), attention: { reason, actions, deadline: at(24 * 60) } };
    const page = await show(order, reason === 'EXTRA_DEPOSIT' ? extra : []);
    if (reason === 'EXTRA_DEPOSIT') await screen.findByRole('form', { name: /25\.000000\s?USDT/ });
    else if (isQuestion(reason)) expect(main().getByRole('region', { name: 'Your choice' })).toBeTruthy();
    else
      expect(
        main()
          .getAllByRole('status')
          .map(({ textContent }) => textContent)
          .join(),
      ).toMatch(NOTICES[reason] ?? /^$/);

    const { order: shown } = page.stores.order;
    if (shown)
      expect([...shown.withdrawals, ...shown.refunds].every(({ sentAt }) => sentAt === null) || isEnd(status)).toBe(true);
    expect(`${page.stores.page.title} ${screen.getByRole('main').textContent}`).not.toMatch(ON_ITS_WAY);

    await waitFor(() => expect(usable(/^Exchange 0\.05/)).toHaveLength(actions.includes('ACCEPT') ? 1 : 0));
    expect(usable(/^Refund /)).toHaveLength(actions.includes('REFUND') ? 1 : 0);
    const contact = main().queryAllByRole('link', { name: 'Write to support' });
    expect(contact.map((link) => link.getAttribute('href'))).toEqual(
      actions.includes('CONTACT') ? [`/support?order=${SAMPLE_ORDER_ID}`] : [],
    );
  });
});

test.each(SITUATIONS.filter(({ status }) => status === 'PAYING_OUT' || status === 'REFUNDING'))(
  'calls no payment sent in Russian: $reason in $status',
  async ({ reason, status, actions }) => {
    const { stores } = await show({ ...BY_STATUS[status](), attention: { reason, actions, deadline: null } }, [], 'ru');
    expect(`${stores.page.title} ${screen.getByRole('main').textContent}`).not.toMatch(ON_ITS_WAY_IN_RUSSIAN);
  },
);

test.each([
  ['PAYOUT_HELD', 'Your payout is being checked', 'Your refund is being checked'],
  ['PAYOUT_FAILED', 'Your payout did not go through', 'Your refund did not go through'],
  ['DEPOSIT_REORGED', 'The network dropped your deposit', 'The network dropped your deposit'],
  ['DEPOSIT_BLOCKED', 'Your payout is on hold', 'Your refund is on hold'],
  ['PAYOUT_DELAYED', 'Your payout is late', 'Your refund is late'],
  ['CLAIM_HELD', 'Preparing your payout', 'Preparing your refund'],
] as const)('shows the same cause in the heading as in the notice: %s', async (reason, ofPayout, ofRefund) => {
  const attention = { reason, actions: ['CONTACT' as const], deadline: null };
  await show({ ...BY_STATUS.PAYING_OUT(), attention });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(ofPayout);
  cleanup();
  await show({ ...BY_STATUS.REFUNDING(), attention });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(ofRefund);
});

test('names the congested network as the rest of the page does', async () => {
  const attention = { reason: 'NETWORK_CONGESTED' as const, actions: ['REFUND' as const], deadline: at(24 * 60) };
  await show({ ...BY_STATUS.DECISION_NEEDED(), attention });
  expect(screen.getByText(/pay out on TRON, the network fees for this exchange were far above/)).toBeTruthy();
});

test.each([
  ['its payout', BY_STATUS.PAYING_OUT(), /^This payout is late/],
  ['its refund', BY_STATUS.REFUNDING(), /^This refund is late/],
  ['one of two', { ...BY_STATUS.PAYING_OUT(), refunds: extraRefund() }, /^One of our payments to you is late/],
  [
    'the refund of an extra deposit beside a sent payout',
    { ...sampleOrders.payingOut(), refunds: extraRefund() },
    /^The refund of the additional payment is late/,
  ],
  [
    'the refund of an extra deposit after the order’s end',
    { ...sampleOrders.completed(), refunds: extraRefund() },
    /^The refund of the additional payment is late/,
  ],
  [
    'the payout beside a sent refund of an extra deposit',
    { ...BY_STATUS.PAYING_OUT(), refunds: extraRefund().map((refund) => ({ ...refund, sentAt: at(9) })) },
    /^This payout is late/,
  ],
])('names the payment that is late: %s', async (_which, order, said) => {
  await show({ ...order, attention: { reason: 'PAYOUT_DELAYED', actions: ['CONTACT'], deadline: null } });
  expect(screen.getByText(said)).toBeTruthy();
});

function extraRefund(): Order['refunds'] {
  return sampleOrders.refunded().refunds.map((refund) => ({ ...refund, isExtra: true, sentAt: null, txHash: null }));
}

test('shows an unknown reason of a newer host as processing, with a link to support', async () => {
  const attention = { reason: 'SANCTIONS_CHECK' as AttentionReason, actions: ['CONTACT' as const], deadline: null };
  const { stores } = await show({ ...sampleOrders.confirming(), attention });
  expect(stores.order.stage).toBe('processing');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Processing your order');
  expect(screen.getByText(/We are taking care of something about this order/)).toBeTruthy();
  expect(main().getByRole('link', { name: 'Write to support' })).toBeTruthy();
});
