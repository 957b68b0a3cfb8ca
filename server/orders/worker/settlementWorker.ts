import { performance } from 'node:perf_hooks';
import { withTimeout } from '../../../contract/withTimeout.ts';
import { repeat } from '../../common/repeat.ts';
import {
  listBusyNetworks,
  listNetworksToMaintain,
  listNetworksToSend,
  listNetworksWithOldCursor,
} from '../../db/repositories/busyNetworks.ts';
import { listIdleReservations, listMovableOrders } from '../../db/repositories/orders.ts';
import { deleteReservation, listPayoutInstruments } from '../../db/repositories/treasury.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import { advanceOrders } from '../lifecycle/advance.ts';
import type { OrderContext } from '../core/context.ts';
import { refundExtrasDue } from '../lifecycle/extraDeposits.ts';
import { createNetworkLeases, type NetworkLease } from '../../payments/networkLeases.ts';
import { hasEnqueuedSince, revalueHeldSends } from '../../payments/outbox/enqueue.ts';
import { FORGOTTEN_WATCHED_MS } from '../deposits/forgottenAddresses.ts';
import { IDLE_CURSOR_MS, recordDeposits } from '../deposits/recordDeposits.ts';
import { sendDue } from '../../payments/outbox/sender.ts';
import { trackSent } from '../../payments/outbox/trackSends.ts';
import { planSweeps } from '../../payments/sweeps/planSweeps.ts';
import { ensureFreshBalance } from '../../payments/treasury.ts';

/** Drives the orders: scans networks, advances orders, and sends payments. One per process; each network has one worker at a time. */
export interface SettlementWorker {
  /** Runs one round over the networks whose lease is free or held. Never rejects: failures are logged and retried. */
  tick(): Promise<void>;
  /** Runs rounds until stopped. The returned stop function waits for running tasks and releases the leases. */
  start(): () => Promise<void>;
  /**
   * Returns when the last round ended, in ms since 1970; null before the first. The health probe reads it (D26). A round in which
   * other processes held every network counts too.
   */
  lastTickAt(): number | null;
}

interface SettlementWorkerOptions {
  intervalMs?: number;
  /** A round does not wait longer than this for a slow network. */
  networkTimeoutMs?: number;
  /** The lease of a network that hangs for longer is not renewed, so that another process can take it over. */
  stuckMs?: number;
}

type NetworkTask = (gateway: ChainGateway, lease: NetworkLease) => Promise<void>;

/** Interval at which leases are renewed that are due, also while a round waits for a slow network. */
const RENEW_MS = 1_500;
/** Interval at which networks are asked for that need a round now and then only */
const SLOW_WORK_MS = 15_000;
/** Interval of the steps that concern all orders of a network and change slowly: reservations, balances, held sends. */
const MAINTENANCE_MS = 5_000;
/** Interval of sending alone: a payout decided in the round of one network must not wait for the round of another. */
const SENDING_MS = 250;
/** A transaction that enqueues a send takes less. Otherwise the next round finds the send. */
const RECENTLY_MS = 2_000;

export function createSettlementWorker(context: OrderContext, options: SettlementWorkerOptions = {}): SettlementWorker {
  const { intervalMs = 1_000, networkTimeoutMs = 10_000, stuckMs = 60_000 } = options;
  const leases = createNetworkLeases(context);
  const runningTasks = new Map<string, { task: Promise<void>; since: number; isRound: boolean }>();
  /** Networks whose round found them busy sending. Their round runs next, so that endless payouts cannot block scanning. */
  const roundPending = new Set<string>();
  let lastTickAt: number | null = null;
  /** Whether the last round found no network with work */
  let isIdle = false;

  const claim = async (): Promise<void> => {
    const stuckBefore = performance.now() - stuckMs;
    const isStuck = (network: string) => (runningTasks.get(network)?.since ?? Number.POSITIVE_INFINITY) < stuckBefore;
    await leases.claim([...context.gateways.keys()].filter((network) => !isStuck(network)));
  };
  const waitForTasks = async (milliseconds: number): Promise<void> => {
    // A network logs its own errors.
    await withTimeout(Promise.all([...runningTasks.values()].map(({ task }) => task)), milliseconds).catch(() => undefined);
  };
  const startTask = (network: string, isRound: boolean, task: NetworkTask): void => {
    const [gateway, lease, current] = [context.gateways.get(network), leases.of(network), runningTasks.get(network)];
    if (isRound && current?.isRound === false) roundPending.add(network);
    if (!gateway || current || !lease.isHeld()) return;
    if (isRound) roundPending.delete(network);
    else if (roundPending.has(network)) return;
    const taskDone = task(gateway, lease).finally(() => runningTasks.delete(network));
    runningTasks.set(network, { task: taskDone, since: performance.now(), isRound });
  };

  const slowWork = createIntervals(context.now, SLOW_WORK_MS);
  const maintenance = createIntervals(context.now, MAINTENANCE_MS);
  const runAll: NetworkTask = (gateway, lease) => runNetwork(context, gateway, lease, maintenance.isDue(gateway.networkSlug));
  const runDeposits: NetworkTask = (gateway, lease) =>
    runSteps(context, lease, gateway.networkSlug, { deposits: () => recordDeposits(context, gateway, lease) });
  const startRound = async (): Promise<void> => {
    const { database, now } = context;
    const all = [...context.gateways.keys()];
    const isFirst = lastTickAt === null;
    const busy = isFirst ? all : await listBusyNetworks(database, all, now());
    isIdle = busy.length === 0;
    for (const network of busy) startTask(network, true, runAll);
    if (isFirst || !slowWork.isDue('all')) return;
    const forgottenSince = now() - FORGOTTEN_WATCHED_MS;
    for (const network of await listNetworksToMaintain(database, all, forgottenSince)) startTask(network, true, runAll);
    const cursorBefore = now() - IDLE_CURSOR_MS;
    for (const network of await listNetworksWithOldCursor(database, all, cursorBefore)) startTask(network, true, runDeposits);
  };
  const round = async (waitMs: number): Promise<void> => {
    try {
      await claim();
      await startRound();
      await waitForTasks(waitMs);
      lastTickAt = context.now();
    } catch (error) {
      // The database failed. The health probe notices by the age of the last round.
      context.log.error({ err: error }, 'settlement round failed');
    }
  };
  const sendRound = async (): Promise<void> => {
    // What another process enqueues is found by the next round.
    if (isIdle && !hasEnqueuedSince(context.database, performance.now() - RECENTLY_MS)) return;
    for (const network of await listNetworksToSend(context.database, [...context.gateways.keys()], context.now())) {
      startTask(network, false, (gateway, lease) =>
        runSteps(context, lease, network, { sends: () => sendDue(context, gateway, lease) }),
      );
    }
  };
  const every = (pauseMs: number, task: () => Promise<void>, onError: (error: unknown) => void) =>
    repeat(task, { pauseMs, isFromStart: true, onError });

  return {
    tick: () => round(networkTimeoutMs),
    lastTickAt: () => lastTickAt,
    start: () => {
      // The round logs a failure of the database, once a second. The faster loop need not.
      const ignore = () => undefined;
      const stops = [
        // A network that takes longer does not delay the next round of the others.
        every(intervalMs, () => round(intervalMs), ignore),
        every(SENDING_MS, sendRound, ignore),
        every(RENEW_MS, claim, (error) =>
          context.log.warn({ err: error }, 'leases not renewed: another process may take the networks over'),
        ),
      ];
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
        await waitForTasks(networkTimeoutMs);
        // Without the database the leases expire.
        await leases.release().catch((error: unknown) => context.log.warn({ err: error }, 'leases not released: they expire'));
      };
    },
  };
}

/** Tracks, per name, whether the interval has passed since the last run. A clock that was set back counts as passed. */
function createIntervals(now: () => number, intervalMs: number): { isDue(name: string): boolean } {
  const lastRuns = new Map<string, number>();
  return {
    isDue: (name) => {
      const passed = now() - (lastRuns.get(name) ?? Number.NEGATIVE_INFINITY);
      const isDue = passed < 0 || passed >= intervalMs;
      if (isDue) lastRuns.set(name, now());
      return isDue;
    },
  };
}

/** Runs one round of a network. */
async function runNetwork(
  context: OrderContext,
  gateway: ChainGateway,
  lease: NetworkLease,
  isMaintenanceDue: boolean,
): Promise<void> {
  const network = gateway.networkSlug;
  await runSteps(context, lease, network, {
    deposits: () => recordDeposits(context, gateway, lease),
    ...(isMaintenanceDue && {
      reservations: () => releaseIdleReservations(context, network),
      held: () => revalueHeldSends(context, network),
    }),
    orders: async () => await advanceOrders(context, await listMovableOrders(context.database, network, context.now())),
    extras: () => refundExtrasDue(context, network),
    sends: () => sendDue(context, gateway, lease),
    confirmations: () => trackSent(context, gateway),
    // They leave at once, for the fees that they were planned with.
    sweeps: async () => {
      if (await planSweeps(context, gateway)) await sendDue(context, gateway, lease);
    },
    ...(isMaintenanceDue && { treasury: () => refreshReservedBalances(context, network) }),
  });
}

/**
 * Runs the steps one by one. A failed step is logged and does not stop the others: deadlines are checked even while the network
 * cannot be scanned. Stops as soon as the process loses the lease.
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
 * Releases the reservation of a fixed order without a deposit when it expires, and of a floating order whose deposit a reorg
 * dropped (D54). A later deposit reserves again.
 */
async function releaseIdleReservations(context: OrderContext, network: string): Promise<void> {
  for (const orderId of await listIdleReservations(context.database, network, context.now())) {
    await deleteReservation(context.database, orderId);
  }
}

async function refreshReservedBalances(context: OrderContext, network: string): Promise<void> {
  for (const instrument of await listPayoutInstruments(context.database, network)) {
    await ensureFreshBalance(context, instrument);
  }
}
