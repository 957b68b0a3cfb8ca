import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ExtraDeposit, Order } from '../../../contract/api/orders.ts';
import { allowedActions, ATTENTION } from '../../../contract/attention.ts';
import {
  ATTENTION_REASONS,
  DECISION_REASONS,
  ORDER_STATUSES,
  type AttentionAction,
  type AttentionReason,
  type OrderStatus,
} from '../../../contract/order.ts';
import { renderPage } from '../../../tests/support/renderPage.tsx';
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
} from '../../../tests/support/sampleOrder.ts';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

/** What the customer sees of each status. */
const BY_STATUS: Record<OrderStatus, () => Order> = {
  AWAITING_DEPOSIT: sampleOrders.awaitingDeposit,
  CONFIRMING: sampleOrders.confirming,
  DECISION_NEEDED: () =>
    sampleOrder({
      rateMode: 'FLOATING',
      deposits: [sampleDeposit()],
      orderEvents: events('CREATION_END', 'INCOMING_FUNDS_DETECTED'),
    }),
  PAYING_OUT: sampleOrders.payingOut,
  COMPLETED: sampleOrders.completed,
  REFUND_REQUESTED: sampleOrders.refundRequested,
  REFUNDING: sampleOrders.refundRequested,
  REFUNDED: sampleOrders.refunded,
};

/** Every set of actions that the table can give for a reason. */
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

const isQuestion = (reason: AttentionReason) => DECISION_REASONS.some((one) => one === reason);

/** Each reason in each of its statuses with all that it can offer, and in the first one with everything less. */
const SITUATIONS = ATTENTION_REASONS.flatMap((reason) =>
  ATTENTION[reason].statuses.flatMap((status, place) => {
    const sets = actionSets(reason);
    const most = sets.toSorted((one, other) => other.length - one.length)[0] ?? [];
    return (place === 0 ? sets : [most]).map((actions) => ({ reason, status, actions, says: actions.join(' ') || 'nothing' }));
  }),
);

async function show(order: Order, extra: ExtraDeposit[] = []) {
  const page = await renderPage(
    `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`,
    { 'orders.publicInfo': () => order, 'orders.refundInfo': () => sampleRefundInfo({ extra }) },
    { prepare: ({ stores }) => void stores.orderTokens.keep(SAMPLE_ORDER_ID, 't'.repeat(43)) },
  );
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const main = () => within(screen.getByRole('main'));
const usable = (name: RegExp) =>
  main()
    .queryAllByRole('button', { name })
    .filter((button) => button.getAttribute('aria-disabled') !== 'true');

test('the table names every status and reason, so that nothing is left out here', () => {
  expect(Object.keys(BY_STATUS)).toEqual([...ORDER_STATUSES]);
  expect(new Set(SITUATIONS.map(({ reason }) => reason))).toEqual(new Set(ATTENTION_REASONS));
});

describe.each(SITUATIONS)('$reason in $status, offering $says', ({ reason, status, actions }) => {
  test('is told, and what it offers can be done, and nothing else', async () => {
    const extra = [sampleExtra({ actions })];
    const order = { ...BY_STATUS[status](), attention: { reason, actions, deadline: at(24 * 60) } };
    await show(order, reason === 'EXTRA_DEPOSIT' ? extra : []);
    if (reason === 'EXTRA_DEPOSIT') await screen.findByRole('form', { name: /25\s?USDT/ });
    else if (isQuestion(reason)) expect(main().getByRole('region', { name: 'Your choice' })).toBeTruthy();
    else
      expect(
        main()
          .getAllByRole('status')
          .map(({ textContent }) => textContent)
          .join(),
      ).toMatch(/look|late|deposit back|compares/);

    await waitFor(() => expect(usable(/^Exchange 0\.05/)).toHaveLength(actions.includes('ACCEPT') ? 1 : 0));
    expect(usable(/^Refund /)).toHaveLength(actions.includes('REFUND') ? 1 : 0);
    const contact = main().queryAllByRole('link', { name: 'Write to support' });
    expect(contact.map((link) => link.getAttribute('href'))).toEqual(
      actions.includes('CONTACT') ? [`/support?order=${SAMPLE_ORDER_ID}`] : [],
    );
  });
});

test('why a dear network is asked about names it as the rest of the page does', async () => {
  const attention = { reason: 'NETWORK_CONGESTED' as const, actions: ['REFUND' as const], deadline: at(24 * 60) };
  await show({ ...BY_STATUS.DECISION_NEEDED(), attention });
  expect(screen.getByText(/a transfer on TRON cost more than twice/)).toBeTruthy();
});

test.each([
  ['its own payment', sampleOrders.payingOut(), /^This payment is late/],
  ['one of two', { ...sampleOrders.payingOut(), refunds: extraRefund() }, /^One of our payments is late/],
  [
    'the refund of what came besides',
    { ...sampleOrders.completed(), refunds: extraRefund() },
    /^The refund of the payment that came besides/,
  ],
])('a payment that is late: %s', async (_which, order, said) => {
  await show({ ...order, attention: { reason: 'PAYOUT_DELAYED', actions: ['CONTACT'], deadline: null } });
  expect(screen.getByText(said)).toBeTruthy();
});

function extraRefund(): Order['refunds'] {
  return sampleOrders.refunded().refunds.map((refund) => ({ ...refund, isExtra: true, sentAt: null, txHash: null }));
}

test('a reason that only a newer host knows is processing, told as looked after, with the way to a person', async () => {
  const attention = { reason: 'SANCTIONS_CHECK' as AttentionReason, actions: ['CONTACT' as const], deadline: null };
  const { stores } = await show({ ...sampleOrders.confirming(), attention });
  expect(stores.order.stage).toBe('processing');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your order is being processed');
  expect(screen.getByText(/Something about this order is being looked after/)).toBeTruthy();
  expect(main().getByRole('link', { name: 'Write to support' })).toBeTruthy();
});
