import * as fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { add, compare, sum, type Decimal } from '../../../contract/money.ts';
import type * as OrderLife from '../../../contract/order.ts';
import type { AttentionAction, OrderStatus } from '../../../contract/order.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { unattributedDeposits } from '../../db/repositories/unresolved.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import type { DepositRow, OrderRow, OutboxKind, OutboxRow } from '../../db/tables/orders.ts';
import { DATABASES, type DatabaseKind } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { countTreasuries } from '../../reconcile/balances.ts';
import { reconcileNow } from '../testing/hostActions.ts';
import type { FakeDesk } from '../testing/fakeDesk.ts';
import { DIRECTED_SCENARIOS, ALL_TRANSITIONS, ATTENTION_ROWS } from '../testing/directedScenarios.ts';
import {
  startScenario,
  arbitraryStart,
  applyEvent,
  arbitraryEvent,
  readAsCustomer,
  NETWORKS,
  runOperator,
  tryAction,
  type ScenarioStart,
  type ScenarioEvent,
  type Scenario,
} from '../testing/scenario.ts';
import { ledgerAccounts, ledgerSums } from '../testing/orderHost.ts';

/** The transitions that the orders made: "CONFIRMING depositConfirmed". */
const { moves } = vi.hoisted(() => {
  // The files of a worker share their modules. Those that were loaded before must load again, with the mock.
  vi.resetModules();
  return { moves: new Set<string>() };
});
vi.mock('../../../contract/order.ts', async (importOriginal) => {
  const original = await importOriginal<typeof OrderLife>();
  const transitionFrom: typeof original.transitionFrom = (status, transition) => {
    const target = original.transitionFrom(status, transition);
    if (target) moves.add(`${status} ${transition}`);
    return target;
  };
  return { ...original, transitionFrom };
});
afterAll(() => {
  vi.doUnmock('../../../contract/order.ts');
  vi.resetModules();
});

const MINUTE = 60_000;
const MOST_ROUNDS = 8;
const MOVES_BY_ITSELF: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'PAYING_OUT', 'REFUND_REQUESTED', 'REFUNDING'];
const HELD: Record<string, Record<string, Decimal>> = {
  bitcoin: { btc: '10' },
  tron: { trx: '100000', usdttrc20: '500000' },
  ripple: { xrp: '100000' },
};

async function days({ host }: Scenario, count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    for (let round = 0; round < 5; round += 1) {
      for (const network of NETWORKS) host.chain(network).mine(20);
      host.advanceClock(11 * MINUTE);
      await host.tick();
    }
    host.advanceClock(24 * 60 * MINUTE);
  }
}

/** Everything is mended, the operator does what waits for him, the customer what he is asked, and the days go by. */
async function settleDown(scenario: Scenario): Promise<void> {
  const { host, made } = scenario;
  host.desk.isStale = false;
  host.desk.fees.set(scenario.pair.from, scenario.fee);
  for (const network of NETWORKS) Object.assign(host.chain(network), { mode: 'up', failsSends: false });
  await days(scenario, 2);
  for (const { tx_hash, transfer_index } of await unattributedDeposits(host.database).list({ limit: 100, offset: 0 })) {
    expect(await runOperator(scenario, `attribute ${tx_hash}#${transfer_index} ${made.order.orderId}`)).toContain(
      'is now a deposit of order',
    );
  }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const waiting = (await listOutboxRows(host.database, made.order.orderId)).filter(isWaiting);
    for (const { id, state } of waiting) await runOperator(scenario, `${state === 'HELD' ? 'release' : 'retry'} ${id}`);
    const { attention } = await readAsCustomer(scenario);
    // Where nothing happens by itself the customer has to say it, also of what came besides a question.
    const { extra = [] } = await host.orders.refundInfo(made.order.orderId);
    const asks = [
      { isAsked: attention?.reason !== 'EXTRA_DEPOSIT' && needsAnswer(attention?.actions ?? []), isExtra: false },
      { isAsked: extra.some(({ actions }) => needsAnswer(actions)), isExtra: true },
    ].filter(({ isAsked }) => isAsked);
    for (const { isExtra } of asks) {
      expect(await tryAction(scenario, 'REFUND', isExtra), JSON.stringify(attention)).toBe(true);
    }
    const status = (await findOrder(host.database, made.order.orderId))?.status ?? 'AWAITING_DEPOSIT';
    const isCalm = waiting.length === 0 && asks.length === 0 && (attention?.deadline ?? null) === null;
    if (isCalm && !MOVES_BY_ITSELF.includes(status)) return;
    await days(scenario, 1);
  }
}

function needsAnswer(actions: readonly AttentionAction[]): boolean {
  return actions.includes('REFUND') && actions.includes('CONTACT');
}

function isWaiting({ state }: OutboxRow): boolean {
  return state === 'HELD' || state === 'FAILED';
}

/** Whenever money is held that does not move by itself, there is something to be done about it (D6). */
async function expectWayOut(scenario: Scenario): Promise<void> {
  const { host, made } = scenario;
  const { attention } = await readAsCustomer(scenario);
  const order = await findOrder(host.database, made.order.orderId);
  const deposits = await listDeposits(host.database, made.order.orderId);
  const isHeld = deposits.some((one) => one.booked_at !== null && one.role !== 'ORDER' && one.refund_id === null);
  if (!isHeld || !order) return;
  if (MOVES_BY_ITSELF.includes(order.status) && !isStuckRefund(host.desk, order, deposits)) return;
  expect(attention?.actions, order.status).not.toEqual([]);
  expect(attention, order.status).not.toBeNull();
}

/** A refund that is chosen moves by itself, unless the fee would eat it. */
function isStuckRefund(desk: FakeDesk, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  if (order.status !== 'REFUND_REQUESTED') return false;
  const own = deposits.filter((one) => one.instrument === order.instrument_from && one.role !== 'EXTRA');
  const fee = order.refund?.network_fee ?? desk.networkFee(order.instrument_from, 0);
  return own.some((one) => one.booked_at !== null) && compare(sum(own.map((one) => one.amount)), fee) <= 0;
}

/** What the ledger calls ours lies on the networks, to the last digit. */
async function expectReconciled({ host, made, pair }: Scenario): Promise<void> {
  const accounts = await ledgerAccounts(host);
  const index = (await findOrder(host.database, made.order.orderId))?.deposit_index ?? 0;
  for (const network of NETWORKS) {
    for (const [instrument, initial] of Object.entries(HELD[network] ?? {})) {
      const places = network === pair.network && pair.network !== 'ripple' ? [0, index] : [0];
      const held = sum(await Promise.all(places.map((place) => host.chain(network).balance(place, instrument))));
      const booked = add(accounts[`TREASURY ${instrument}`] ?? '0', accounts[`DEPOSIT_ADDRESSES ${instrument}`] ?? '0');
      expect(held, instrument).toBe(add(initial, booked));
    }
  }
}

/** What the networks brought to the customer is what the outbox says was sent, and nothing twice. */
async function expectPaidOnce({ host, made, pair }: Scenario): Promise<void> {
  const sends = await listOutboxRows(host.database, made.order.orderId);
  const network = pair.from === 'trx' ? 'bitcoin' : 'tron';
  const sentBy = (kind: OutboxKind) =>
    sends
      .filter((row) => row.kind === kind && row.state === 'CONFIRMED')
      .map((row) => `${row.amount} ${row.instrument} to ${row.to_address}`);
  const came = (on: string, ...addresses: string[]) =>
    addresses
      .flatMap((address) => host.chain(on).receivedBy(address))
      .map((transfer) => `${transfer.amount} ${transfer.instrument} to ${transfer.to}`);
  expect(came(network, pair.destination).toSorted()).toEqual(sentBy('PAYOUT').toSorted());
  expect(came(pair.network, pair.refund, pair.operator).toSorted()).toEqual(sentBy('REFUND').toSorted());
  const own = sends.filter(({ id, state }) => state === 'CONFIRMED' && /^(PAYOUT|REFUND):[^:]+$/.test(id));
  expect(own.length).toBeLessThanOrEqual(1);
}

async function expectSound(scenario: Scenario): Promise<void> {
  const { host, made } = scenario;
  const { orderId } = made.order;
  expect(new Set(['0', ...Object.values(await ledgerSums(host))])).toEqual(new Set(['0']));
  await expectReconciled(scenario);
  await expectPaidOnce(scenario);
  // And `npm run reconcile` says the same.
  expect(await reconcileNow(host)).toEqual([]);

  const order = await findOrder(host.database, orderId);
  const isEnded = order?.status === 'COMPLETED' || order?.status === 'REFUNDED';
  const deposits = await listDeposits(host.database, orderId);
  const left = deposits.filter((one) => one.refund_id === null && !(isEnded && one.role === 'ORDER'));
  const accounts = await ledgerAccounts(host, orderId);
  // What is not exchanged or given back is still owed to the customer, to the last digit.
  for (const instrument of ['btc', 'trx', 'usdttrc20', 'xrp']) {
    const owed = sum(left.filter((one) => one.instrument === instrument).map((one) => one.amount));
    expect(add(accounts[`CUSTOMER ${instrument}`] ?? '0', owed), instrument).toBe('0');
    expect(accounts[`IN_TRANSIT ${instrument}`] ?? '0', instrument).toBe('0');
  }
  expect((await ledgerAccounts(host))['UNATTRIBUTED xrp'] ?? '0').toBe('0');

  // All money that came has found its end, but for dust, about which one can only talk (D6).
  for (const deposit of left)
    expect(compare(deposit.amount, host.desk.networkFee(deposit.instrument, 0)), deposit.amount).toBeLessThanOrEqual(0);
  if (left.length > 0) expect((await readAsCustomer(scenario)).attention?.actions).toEqual(['CONTACT']);
  else if (deposits.some(({ role }) => role !== 'EXTRA')) expect(isEnded, order?.status).toBe(true);
}

/** Everything happens, all is mended, and then nothing may be lost, owed or stuck. */
async function live(kind: DatabaseKind, start: ScenarioStart, events: readonly ScenarioEvent[]): Promise<Scenario> {
  const scenario = await startScenario((caps) => startOrderHostOn(kind, caps), start);
  try {
    await countTreasuries(scenario.host.context);
    for (const event of events) {
      await applyEvent(scenario, event);
      await expectWayOut(scenario);
    }
    await settleDown(scenario);
    await expectSound(scenario);
    return scenario;
  } finally {
    await scenario.host.close();
  }
}

test('each move of the table is made, and each row of what orders say besides is said', { timeout: 120_000 }, async () => {
  moves.clear();
  const said = new Set<string>();
  for (const [start, events] of DIRECTED_SCENARIOS)
    for (const row of (await live('SQLite', start, events)).observedAttention) said.add(row);
  expect([...moves].toSorted()).toEqual(ALL_TRANSITIONS.toSorted());
  expect([...said].toSorted()).toEqual(ATTENTION_ROWS.toSorted());
});

/** On SQLite as many as wanted; on PostgreSQL, where each takes longer, a sample. */
const RUNS = { SQLite: Number(process.env['RANDOM_SCENARIOS'] ?? 30), PostgreSQL: 3 };
/** The same lives every time, so that a change is judged and not the luck of the day; others by RANDOM_SCENARIOS_SEED. */
const SEED = Number(process.env['RANDOM_SCENARIOS_SEED'] ?? 20_261_121);

test.each(DATABASES)(
  'whatever happens, no money is lost, paid twice or stuck, what is offered works, and the books agree with the networks, on %s',
  { timeout: 240_000 },
  async (kind) => {
    const lives = fc.asyncProperty(
      arbitraryStart,
      fc.array(arbitraryEvent, { minLength: 5, maxLength: 40 }),
      async (start, events) => {
        await live(kind, start, events);
      },
    );
    await fc.assert(lives, { numRuns: RUNS[kind], seed: SEED });
  },
);
