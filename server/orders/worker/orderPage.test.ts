import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '../../../contract/schemas/orders.ts';
import { orderStage } from '../../../contract/orderStage.ts';
import { findReadUntil, writeCursor } from '../../db/repositories/cursors.ts';
import { insertDeposit, listDeposits, updateDeposit } from '../../db/repositories/deposits.ts';
import { findOrder, insertOrderEvents, listMovableOrders, updateOrder } from '../../db/repositories/orders.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow, OutboxState } from '../../db/tables/payments.ts';
import { listUnresolvedOf } from '../../operator/unresolved.ts';
import { advanceOrders } from '../lifecycle/advance.ts';
import { isDust, ownDeposits } from '../rules/depositRules.ts';
import { arbitrarySituation, orderIn, resetMarket, setMarket, type OrderSituation } from '../testing/arbitraryOrder.ts';
import { makeOrder, readOrder, startOrderHost, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

/** The worker does next what the order page says. Runs on a real database, with the worker's own query for orders to move. */

let host: OrderHost;
beforeAll(async () => {
  host = await startOrderHost();
  await host.tick();
});
afterAll(async () => await host.close());

const NUMBER_OF_RUNS = Number(process.env['ORDER_PAGE_RUNS'] ?? 300);
const SEED = 20_261_124;

/** An order in a generated situation, its page, and the means to change what it waits for. */
interface Stored {
  made: MadeOrder;
  page(): Promise<Order>;
  row(): Promise<OrderRow>;
  /** Runs one round of the worker. Returns whether it changed the order */
  round(): Promise<boolean>;
  /** Lets time pass. The deposit network is scanned meanwhile */
  wait(milliseconds: number): Promise<void>;
  confirmDeposits(): Promise<void>;
}

async function store(mode: 'FIXED' | 'FLOATING', wanted: OrderSituation): Promise<Stored> {
  const { database, context } = host;
  resetMarket(host.desk);
  await database.updateTable('orders').set({ status: 'COMPLETED' }).execute();
  await database.deleteFrom('reservations').execute();
  const made = await makeOrder(host, { rateMode: mode });
  const { orderId } = made.order;
  const row = async () => (await findOrder(database, orderId)) ?? expect.fail('no order');
  const now = context.now();
  const created = await row();
  const { order, deposits } = orderIn(created, wanted, now);
  await database.transaction().execute(async (transaction) => {
    const { id: _id, version: _version, next_check_at: _check, ...changes } = order;
    await updateOrder(transaction, created, changes);
    for (const deposit of deposits) await insertDeposit(transaction, deposit);
    const kinds = [
      ...(order.first_deposit_at === null ? [] : (['DEPOSIT_REGISTERED'] as const)),
      ...(order.acceptance === null ? [] : (['RATE_MODE_CHANGE_ACCEPTED'] as const)),
    ];
    const at = order.created_at;
    await insertOrderEvents(
      transaction,
      kinds.map((kind, index) => ({ order_id: orderId, sequence: index + 1, kind, created_at: at })),
    );
  });
  setMarket(host.desk, wanted, now);
  await writeCursor(database, 'bitcoin', 'cursor', now, now - wanted.scanAge);
  const page = async () => await readOrder(host, made);
  return {
    made,
    page,
    row,
    round: async () => {
      const { version } = await row();
      await advanceOrders(context, await listMovableOrders(database, 'bitcoin', context.now()));
      return (await row()).version !== version;
    },
    wait: async (milliseconds) => {
      host.advanceClock(milliseconds);
      await writeCursor(database, 'bitcoin', 'cursor', context.now());
    },
    confirmDeposits: async () => {
      for (const deposit of await listDeposits(database, orderId)) {
        const inBlock = { block_height: deposit.block_height ?? 9, in_block_at: deposit.in_block_at ?? context.now() };
        await updateDeposit(database, deposit, { ...inBlock, booked_at: deposit.booked_at ?? context.now() });
      }
    },
  };
}

type Promised =
  /** nothing is left to happen */
  | 'NOTHING'
  /** a deposit, the rest, a price, lower fees, a scan, the customer, or the means to refund */
  | 'SOMETHING'
  /** the network: the deposit is confirmed, or the payment sent */
  | 'NETWORK';

/** What the page tells the customer to expect. */
function promisedBy(page: Order): Promised {
  const stage = orderStage(page);
  if (stage === 'expired' || stage === 'completed' || stage === 'refunded') return 'NOTHING';
  if (page.waitsFor || page.attention || stage === 'awaitingDeposit' || stage === 'depositReorged') return 'SOMETHING';
  return 'NETWORK';
}

/** The decision that the page announces for a time: "at T the deposit is refunded". */
const refundsAt = ({ attention }: Order): number | null =>
  attention?.deadline && !attention.actions.includes('CONTACT') ? Date.parse(attention.deadline) : null;

/** Until when the customer's money may still be unknown to the network: dust is ignored. */
async function hasUnconfirmed(stored: Stored): Promise<boolean> {
  const order = await stored.row();
  const own = ownDeposits(order, await listDeposits(host.database, order.id));
  return (
    own.some((deposit) => deposit.booked_at === null && !isDust(order, deposit)) || own.every((one) => one.booked_at === null)
  );
}

const seen = new Set<string>();

async function expectPromiseKept(mode: 'FIXED' | 'FLOATING', wanted: OrderSituation): Promise<void> {
  const stored = await store(mode, wanted);
  const { now } = host.context;
  const page = await stored.page();
  const before = await stored.row();
  const hasMoved = await stored.round();
  const at = refundsAt(page);
  const isDue = page.status === 'DECISION_NEEDED' && before.decision_deadline !== null && before.decision_deadline <= now();
  // Not a promise to the customer: DEPOSIT_REGISTERED, INCOMING_FUNDS_DETECTED.
  const isRegistered = before.first_deposit_at === null || before.funds_detected_at === null;
  if (promisedBy(page) !== 'NETWORK' && !isDue && hasMoved) {
    expect(isRegistered, `${page.status} ${page.waitsFor} moved`).toBe(true);
    expect((await stored.page()).status, `after ${page.waitsFor}`).toBe(page.status);
  }
  if (promisedBy(page) === 'NETWORK' && !hasMoved) expect(await hasUnconfirmed(stored), `${page.status} stands still`).toBe(true);
  if (isDue && at !== null && !host.desk.isCongested('btc')) {
    expect(['REFUND_REQUESTED', 'REFUNDING']).toContain((await stored.row()).status);
  }

  // The worker has done all that it can: until something changes, another round changes nothing.
  expect(await stored.round()).toBe(false);
  await expectEndOfWait(stored, await stored.page());
}

/** Changes exactly what the page says the order waits for, and expects the worker to move it. */
async function expectEndOfWait(stored: Stored, page: Order): Promise<void> {
  const now = host.context.now();
  const statusAfter = async () => {
    await stored.round();
    return (await stored.row()).status;
  };
  seen.add([page.status, page.waitsFor ?? page.attention?.reason ?? orderStage(page)].join(' '));
  const refundAt = refundsAt(page);
  if (page.status === 'DECISION_NEEDED' && refundAt !== null && refundAt > now) {
    await stored.wait(refundAt - 1 - now);
    expect(await stored.round()).toBe(false);
    await stored.wait(1);
    expect(await stored.round()).toBe(true);
    const { status, decision_deadline: moved } = await stored.row();
    if (host.desk.isCongested('btc') && status === 'DECISION_NEEDED') expect(moved).toBeGreaterThan(refundAt);
    else expect(['REFUND_REQUESTED', 'REFUNDING']).toContain(status);
    return;
  }
  switch (page.waitsFor) {
    case 'REST': {
      const end = Date.parse(page.expiresAt);
      expect(end).toBeGreaterThanOrEqual(now);
      await stored.wait(end - now);
      expect(await stored.round(), 'asks before the end').toBe(false);
      await stored.wait(1);
      expect(await statusAfter()).toBe('DECISION_NEEDED');
      return;
    }
    case 'DEPOSIT_NETWORK':
      expect(await findReadUntil(host.database, 'bitcoin')).toBeLessThan(now);
      await stored.wait(0);
      expect(await statusAfter()).toBe('DECISION_NEEDED');
      return;
    case 'PRICE':
      host.desk.isStale = false;
      if (!(await stored.round())) expect(['REST', 'NETWORK', 'DEPOSIT_NETWORK']).toContain((await stored.page()).waitsFor);
      expect((await stored.page()).waitsFor).not.toBe('PRICE');
      return;
    case 'NETWORK':
      host.desk.congested.clear();
      await stored.wait(15_000);
      // An amount below the fee, or above the reserve, needs a decision.
      expect(['PAYING_OUT', 'DECISION_NEEDED']).toContain(await statusAfter());
      return;
    default:
      if (promisedBy(page) !== 'NETWORK' || page.status === 'PAYING_OUT' || page.status === 'REFUNDING') return;
      await stored.confirmDeposits();
      // Enough confirmations end this wait: the order moves, or says what else it waits for.
      if (!(await stored.round())) expect(promisedBy(await stored.page()), page.status).toBe('SOMETHING');
  }
}

test('the worker does next what the order page says', async () => {
  seen.clear();
  const property = fc.asyncProperty(fc.constantFrom('FIXED', 'FLOATING'), arbitrarySituation, expectPromiseKept);
  await fc.assert(property, { numRuns: NUMBER_OF_RUNS, seed: SEED });
  for (const one of [
    'AWAITING_DEPOSIT REST',
    'AWAITING_DEPOSIT PRICE',
    'AWAITING_DEPOSIT DEPOSIT_NETWORK',
    'AWAITING_DEPOSIT expired',
    'AWAITING_DEPOSIT depositSeen',
    'CONFIRMING NETWORK',
    'CONFIRMING PRICE',
    'CONFIRMING confirming',
    'PAYING_OUT payingOut',
    'REFUND_REQUESTED REFUND_BLOCKED',
    'REFUND_REQUESTED refunding',
    'REFUNDING refunding',
    'DECISION_NEEDED NO_PRICE',
    'DECISION_NEEDED NETWORK_CONGESTED',
  ])
    expect([...seen]).toContain(one);
});

const OPERATOR_KINDS: Partial<Record<string, readonly string[]>> = {
  PAYOUT_HELD: ['HELD'],
  PAYOUT_FAILED: ['FAILED'],
  DEPOSIT_REORGED: ['DEPOSIT_REORGED'],
  PAYOUT_DELAYED: ['REFUSED', 'OVERDUE'],
};

test("the operator's list has a payment exactly when its order says that it is late", async () => {
  const paid = { share: '1', when: 0, state: 'BOOKED' } as const;
  const situation = fc.sample(arbitrarySituation, { numRuns: 1, seed: SEED })[0] ?? expect.fail('no situation');
  const market = { isStale: false, missingFor: 0, price: '60000', minimum: '0.001', congested: [], payoutFee: '1.5' };
  const stored = await store('FLOATING', {
    ...situation,
    status: 'CONFIRMING',
    isAccepted: false,
    age: 60_000,
    deposits: [paid],
    market,
  });
  await stored.round();
  const { orderId } = stored.made.order;
  const [payout = expect.fail('no payout')] = await listOutboxRows(host.database, orderId);
  const states: OutboxState[] = ['PENDING', 'SENT', 'REFUSED', 'FAILED', 'HELD', 'CONFIRMED'];
  const reasons = new Set<string | null>();
  for (const state of states) {
    for (const reason of [null, 'DEPOSIT_REORGED', 'INSUFFICIENT_FUNDS']) {
      for (const attempts of [0, 7, 8]) {
        const changes = { state, reason, attempts } satisfies Partial<OutboxRow>;
        await host.database.updateTable('outbox').set(changes).where('id', '=', payout.id).execute();
        const said = (await stored.page()).attention?.reason ?? null;
        const listed = (await listUnresolvedOf(host.context, orderId)).map(({ kind }) => kind);
        reasons.add(said);
        if (said === null) expect(listed, `${state} ${reason} ${attempts}`).toEqual([]);
        else expect(OPERATOR_KINDS[said], `${state} ${reason} ${attempts}`).toContain(listed[0]);
      }
    }
  }
  expect(reasons).toEqual(new Set([null, ...Object.keys(OPERATOR_KINDS)]));
});
