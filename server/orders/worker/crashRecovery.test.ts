import { expect, test } from 'vitest';
import { onAllDatabases } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerAccounts,
  ledgerSums,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';

class Crash extends Error {
  override readonly name = 'Crash';
}

/** Allows `steps` statements and network calls, then fails every further one, like a dead process. */
function createFuse(steps: number) {
  let left = steps;
  return {
    burn: () => {
      left -= 1;
      if (left < 0) throw new Crash();
    },
    isBlown: () => left < 0,
  };
}

const NETWORKS = ['bitcoin', 'tron'];
/** Enough rounds to complete an order from any step, and one more, which must not send anything again. */
const ROUNDS_TO_END = 5;

async function round(host: OrderHost): Promise<void> {
  for (const network of NETWORKS) host.chain(network).mine(2);
  await host.tick();
}

/** Crashes the host after `steps`, restarts it and runs the order to its end. Returns whether the crash happened. */
async function runWithCrash(host: OrderHost, steps: number): Promise<boolean> {
  const fuse = createFuse(steps);
  const observe = () => {
    fuse.burn();
  };
  const arm = async (): Promise<void> => {
    await host.restart();
    for (const network of NETWORKS) host.chain(network).onCall = observe;
  };
  await arm();
  await host.restart(createSwitch(host, observe));
  for (let count = 0; count < 8 && !fuse.isBlown(); count += 1) await round(host);
  for (const network of NETWORKS) host.chain(network).onCall = () => undefined;
  await host.restart();
  for (let count = 0; count < ROUNDS_TO_END; count += 1) {
    host.advanceClock(60_000);
    await round(host);
  }
  return fuse.isBlown();
}

/** Starts counting steps after the migrations of the new process. */
function createSwitch(host: OrderHost, observe: () => void): (statement: string) => void {
  const before = host.database;
  return () => {
    if (host.database !== before) observe();
  };
}

/** A process to crash: its start and its expected end. */
interface Process {
  begin(host: OrderHost): Promise<MadeOrder>;
  /** The last events of the order */
  events: readonly string[];
  network: string;
  address: string;
  /** The amount received there, exactly once */
  arrived: string;
}

async function payOrder(host: OrderHost, made: MadeOrder, amount: string): Promise<void> {
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
}

const PROCESSES: Record<'payout' | 'refund' | 'refund of an extra deposit', Process> = {
  payout: {
    begin: async (host) => {
      const made = await makeOrder(host);
      await payOrder(host, made, '0.1');
      return made;
    },
    events: ['CREATION_END', 'DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED', 'FUNDS_WITHDRAWAL_START', 'WITHDRAWAL_COMPLETED'],
    network: 'tron',
    address: ADDRESSES.tron,
    arrived: '5968.5',
  },
  refund: {
    begin: async (host) => {
      host.desk.maximum = '0.15';
      const made = await makeOrder(host);
      await payOrder(host, made, '0.2');
      host.chain('bitcoin').mine();
      await host.tick();
      const { orderId, destinationAddress } = made.order;
      const { refundAmount = '0', networkFee: claimedNetworkFee } = await host.orders.refundInfo(orderId);
      const input = { orderId, destinationAddress, refundAmount, claimedNetworkFee };
      await host.orders.requestRefund(input, { orderToken: made.token, clientAddress: null });
      return made;
    },
    events: ['CREATION_END', 'DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED', 'REFUND_REQUESTED', 'REFUND_COMPLETED'],
    network: 'bitcoin',
    address: ADDRESSES.bitcoin,
    arrived: '0.19997',
  },
  'refund of an extra deposit': {
    begin: async (host) => {
      const made = await makeOrder(host);
      await payOrder(host, made, '0.1');
      for (let count = 0; count < 6; count += 1) await round(host);
      // Larger deposits become new orders (D63).
      host.desk.minimum = '100';
      await payOrder(host, made, '0.05');
      for (let count = 0; count < 2; count += 1) await round(host);
      host.advanceClock(25 * 3_600_000);
      return made;
    },
    events: ['FUNDS_WITHDRAWAL_START', 'WITHDRAWAL_COMPLETED'],
    network: 'bitcoin',
    address: ADDRESSES.bitcoin,
    arrived: '0.04997',
  },
};

async function expectEnd(host: OrderHost, made: MadeOrder, part: Process, steps: number): Promise<void> {
  const order = await readOrder(host, made);
  const after = `after ${steps} steps`;
  expect(eventKinds(order).slice(-part.events.length), after).toEqual(part.events);
  const arrived = host.chain(part.network).receivedBy(part.address);
  expect(
    arrived.map((one) => one.amount),
    after,
  ).toEqual([part.arrived]);
  expect(new Set(Object.values(await ledgerSums(host))), after).toEqual(new Set(['0']));
  const accounts = Object.entries(await ledgerAccounts(host, order.orderId));
  const owed = accounts.filter(([account, total]) => /^(CUSTOMER|IN_TRANSIT) /.test(account) && total !== '0');
  expect(owed, after).toEqual([]);
  expect(await host.database.selectFrom('reservations').selectAll().execute(), after).toEqual([]);
}

/**
 * Crashes at each of the `first` steps, then at every `stride`-th, which is coprime to the steps of a round; with `npm test -- --all` at each
 * step.
 */
const CASES = [
  { kind: 'SQLite', what: 'payout', first: 40, stride: 5 },
  { kind: 'SQLite', what: 'refund', first: 0, stride: 11 },
  { kind: 'SQLite', what: 'refund of an extra deposit', first: 0, stride: 11 },
  // Behaviour that both databases share is tested on the faster one.
  { kind: 'PostgreSQL', what: 'payout', first: 0, stride: 37 },
] as const;

test.each(CASES)(
  'sends exactly once when the process dies at any step of a $what ($kind)',
  async ({ kind, what, first, stride }) => {
    const part = PROCESSES[what];
    let steps = 0;
    for (;;) {
      const host = await startOrderHostOn(kind);
      try {
        const made = await part.begin(host);
        const isBlown = await runWithCrash(host, steps);
        await expectEnd(host, made, part, steps);
        if (!isBlown) break;
      } finally {
        await host.close();
      }
      steps += steps < first || onAllDatabases() ? 1 : stride;
    }
    expect(steps).toBeGreaterThan(100);
  },
);

test('does not send again after dying right after a send', async () => {
  const host = await startOrderHost();
  try {
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    const tron = host.chain('tron');
    tron.onCall = (name) => {
      if (name === 'after send') throw new Crash();
    };
    for (let count = 0; count < 4; count += 1) await round(host);
    tron.onCall = () => undefined;
    await host.restart();
    for (let count = 0; count < 4; count += 1) await round(host);
    expect(tron.receivedBy(ADDRESSES.tron)).toHaveLength(1);
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
  } finally {
    await host.close();
  }
});
