import { performance } from 'node:perf_hooks';
import { withTimeout } from '../../../contract/withTimeout.ts';
import { repeat } from '../../common/repeat.ts';
import { listBusyNetworks, listNetworksToSend } from '../../db/repositories/busyNetworks.ts';
import { listIdleReservations, listMovableOrders } from '../../db/repositories/orders.ts';
import { deleteReservation, listPayoutInstruments } from '../../db/repositories/treasury.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import { advanceOrders } from '../lifecycle/advance.ts';
import type { OrderContext } from '../core/context.ts';
import { createDepositInclusions, type DepositInclusions } from '../deposits/depositInclusion.ts';
import { refundExtrasDue } from '../lifecycle/extraDeposits.ts';
import { createNetworkLeases, type NetworkLease } from '../core/networkLeases.ts';
import { revalueHeldSends } from '../core/outbox.ts';
import { IDLE_CURSOR_MS, recordDeposits } from '../deposits/recordDeposits.ts';
import { createRecoverWrittenOffDeposits, type RecoverWrittenOffDeposits } from '../deposits/recoverWrittenOffDeposits.ts';
import { trackSent, sendDue } from '../sends/sender.ts';
import { planSweeps } from '../deposits/sweep.ts';
import { ensureFreshBalance } from '../core/treasury.ts';

/** Drives the orders: reads the networks, moves what can move, sends what is due. One per process, one at work per network. */
export interface SettlementWorker {
  /** One round over the networks that no other process works on. Never rejects: what fails is logged and tried again. */
  tick(): Promise<void>;
  /** Ticks until stopped; the stop waits for the round at work and gives the leases back. */
  start(): () => Promise<void>;
  /**
   * When the last round ended, milliseconds since 1970; null before the first. A health probe reads it (D26). A round in
   * which other processes had all networks is one too.
   */
  lastTickAt(): number | null;
}

interface SettlementWorkerOptions {
  intervalMs?: number;
  /** A network that takes longer is left to itself, and the others go on. */
  networkTimeoutMs?: number;
  /** A network that hangs for longer is given up, so that another process can take it. */
  stuckMs?: number;
}

/** Several times while a lease lasts: a round that waits for a slow network must not lose the others. */
const RENEW_MS = 3_000;
const IDLE_RESERVATION_MS = 3_600_000;
/** A network on which nothing is known to be to do has its round all the same, now and then. */
const FULL_ROUND_MS = 15_000;
/** Reservations and balances are for all orders of a network, and change slowly. */
const KEEPING_MS = 5_000;
/** A payout is decided on one network and sent on another: it does not wait for that one's next round. */
const SENDING_MS = 250;

export function createSettlementWorker(context: OrderContext, options: SettlementWorkerOptions = {}): SettlementWorker {
  const { intervalMs = 1_000, networkTimeoutMs = 10_000, stuckMs = 60_000 } = options;
  const leases = createNetworkLeases(context);
  const inclusions = createDepositInclusions(context);
  const recoverWrittenOffDeposits = createRecoverWrittenOffDeposits(context);
  const atWork = new Map<string, { work: Promise<void>; since: number; isRound: boolean }>();
  /** Networks whose round found them busy sending. It is next: payouts without an end must not keep deposits from being read. */
  const roundIsNext = new Set<string>();
  let lastTickAt: number | null = null;

  const claim = async (): Promise<void> => {
    const stuckBefore = performance.now() - stuckMs;
    const isStuck = (network: string) => (atWork.get(network)?.since ?? Number.POSITIVE_INFINITY) < stuckBefore;
    await leases.claim([...context.gateways.keys()].filter((network) => !isStuck(network)));
  };
  const waitForWork = async (milliseconds: number): Promise<void> => {
    // A network logs its own errors.
    await withTimeout(Promise.all([...atWork.values()].map(({ work }) => work)), milliseconds).catch(() => undefined);
  };
  const begin = (
    network: string,
    isRound: boolean,
    work: (gateway: ChainGateway, lease: NetworkLease) => Promise<void>,
  ): void => {
    const [gateway, lease, busy] = [context.gateways.get(network), leases.of(network), atWork.get(network)];
    if (isRound && busy?.isRound === false) roundIsNext.add(network);
    if (!gateway || busy || !lease.isHeld()) return;
    if (isRound) roundIsNext.delete(network);
    else if (roundIsNext.has(network)) return;
    const running = work(gateway, lease).finally(() => atWork.delete(network));
    atWork.set(network, { work: running, since: performance.now(), isRound });
  };

  const fullRounds = createTimes(context.now, FULL_ROUND_MS);
  const keeping = createTimes(context.now, KEEPING_MS);
  const networksOfRound = async (): Promise<readonly string[]> => {
    const all = [...context.gateways.keys()];
    if (fullRounds.isDue('all')) return all;
    return await listBusyNetworks(context.database, all, context.now(), context.now() - IDLE_CURSOR_MS);
  };
  const round = async (patienceMs: number): Promise<void> => {
    try {
      await claim();
      for (const network of await networksOfRound()) {
        begin(network, true, (gateway, lease) =>
          runNetwork(context, gateway, lease, { inclusions, recoverWrittenOffDeposits, keeps: keeping.isDue(network) }),
        );
      }
      await waitForWork(patienceMs);
      lastTickAt = context.now();
    } catch (error) {
      // The database itself failed: the age of the last round tells the health probe.
      context.log.error({ err: error }, 'settlement round failed');
    }
  };
  const sendNow = async (): Promise<void> => {
    for (const network of await listNetworksToSend(context.database, [...context.gateways.keys()], context.now())) {
      begin(network, false, (gateway, lease) =>
        runSteps(context, lease, network, { sends: () => sendDue(context, gateway, lease, inclusions) }),
      );
    }
  };
  const renew = async (): Promise<void> => {
    if (leases.age() >= RENEW_MS) await claim();
  };
  const every = (pauseMs: number, work: () => Promise<void>, onError: (error: unknown) => void) =>
    repeat(work, { pauseMs, isFromStart: true, onError });

  return {
    tick: () => round(networkTimeoutMs),
    lastTickAt: () => lastTickAt,
    start: () => {
      // The round logs a failure of the database, once a second. The faster loop need not.
      const ignore = () => undefined;
      const stops = [
        // A network that takes longer does not delay the next round of the others.
        every(intervalMs, () => round(intervalMs), ignore),
        every(SENDING_MS, sendNow, ignore),
        every(RENEW_MS / 2, renew, (error) => context.log.warn({ err: error }, 'leases not renewed')),
      ];
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
        await waitForWork(networkTimeoutMs);
        // Without the database they run out by themselves.
        await leases.release().catch((error: unknown) => context.log.warn({ err: error }, 'leases not given back'));
      };
    },
  };
}

/** What is due so long after it was last; a clock that is set back makes it due too. */
function createTimes(now: () => number, intervalMs: number): { isDue(name: string): boolean } {
  const times = new Map<string, number>();
  return {
    isDue: (name) => {
      const passed = now() - (times.get(name) ?? Number.NEGATIVE_INFINITY);
      const isDue = passed < 0 || passed >= intervalMs;
      if (isDue) times.set(name, now());
      return isDue;
    },
  };
}

/** One network's round. */
async function runNetwork(
  context: OrderContext,
  gateway: ChainGateway,
  lease: NetworkLease,
  {
    inclusions,
    recoverWrittenOffDeposits,
    keeps,
  }: { inclusions: DepositInclusions; recoverWrittenOffDeposits: RecoverWrittenOffDeposits; keeps: boolean },
): Promise<void> {
  const network = gateway.networkSlug;
  await runSteps(context, lease, network, {
    deposits: () => recordDeposits(context, gateway, lease),
    ...(keeps && {
      returned: () => recoverWrittenOffDeposits(gateway),
      reservations: () => releaseIdle(context, network),
      held: () => revalueHeldSends(context, network),
    }),
    orders: async () => await advanceOrders(context, await listMovableOrders(context.database, network, context.now())),
    extras: () => refundExtrasDue(context, network),
    sends: () => sendDue(context, gateway, lease, inclusions),
    confirmations: () => trackSent(context, gateway),
    sweeps: () => planSweeps(context, gateway),
    ...(keeps && { treasury: () => freshenPromised(context, network) }),
  });
}

/**
 * Each step stands for itself: a network that can't be read still has its deadlines kept, all but those for what it may have
 * brought unseen. A process that lost the network stops at once.
 */
async function runSteps(
  context: OrderContext,
  lease: NetworkLease,
  network: string,
  steps: Record<string, () => Promise<void>>,
): Promise<void> {
  for (const [step, run] of Object.entries(steps)) {
    if (!lease.isHeld()) return;
    try {
      await run();
    } catch (error) {
      context.log.error({ err: error, network, step }, 'settlement step failed');
    }
  }
}

/**
 * An order without a deposit gives its part of the treasury back when its time is over, and a floating one after an
 * hour: otherwise orders that nobody means to pay could hold the whole reserve for a day. A later deposit is checked anew.
 */
async function releaseIdle(context: OrderContext, network: string): Promise<void> {
  const now = context.now();
  for (const orderId of await listIdleReservations(context.database, network, now, now - IDLE_RESERVATION_MS)) {
    await deleteReservation(context.database, orderId);
  }
}

async function freshenPromised(context: OrderContext, network: string): Promise<void> {
  for (const instrument of await listPayoutInstruments(context.database, network)) {
    await ensureFreshBalance(context, instrument);
  }
}
