import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { listIdleReservations, listMovableOrders } from '../db/repositories/orders.ts';
import { deleteReservation, listPromisedInstruments } from '../db/repositories/treasury.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import { advanceOrder } from './advance.ts';
import type { OrderContext } from './context.ts';
import { refundExtrasDue } from './extraDeposits.ts';
import { createNetworkLeases, type NetworkLease } from './networkLeases.ts';
import { recordDeposits } from './recordDeposits.ts';
import { followSent, sendDue } from './sender.ts';
import { planSweeps } from './sweep.ts';
import { freshenTreasury } from './treasury.ts';

/** Drives the orders: reads the networks, moves what can move, sends what is due. One per process, one at work per network. */
export interface Settlement {
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

interface SettlementOptions {
  intervalMs?: number;
  /** A network that takes longer is left to itself, and the others go on. */
  networkTimeoutMs?: number;
  /** A network that hangs for longer is given up, so that another process can take it. */
  stuckMs?: number;
}

/** Several times while a lease lasts: a round that waits for a slow network must not lose the others. */
const RENEW_MS = 3_000;
const IDLE_RESERVATION_MS = 3_600_000;

export function createSettlement(context: OrderContext, options: SettlementOptions = {}): Settlement {
  const { intervalMs = 1_000, networkTimeoutMs = 10_000, stuckMs = 60_000 } = options;
  const leases = createNetworkLeases(context);
  const atWork = new Map<string, { work: Promise<void>; since: number }>();
  let lastTickAt: number | null = null;

  const claim = async (): Promise<void> => {
    const stuckBefore = performance.now() - stuckMs;
    const isStuck = (network: string) => (atWork.get(network)?.since ?? Number.POSITIVE_INFINITY) < stuckBefore;
    await leases.claim([...context.gateways.keys()].filter((network) => !isStuck(network)));
  };
  const waitForWork = async (): Promise<void> => {
    await withinTime(Promise.all([...atWork.values()].map(({ work }) => work)), networkTimeoutMs);
  };

  const tick = async (): Promise<void> => {
    try {
      await claim();
      for (const [network, gateway] of context.gateways) {
        const lease = leases.of(network);
        if (atWork.has(network) || !lease.isHeld()) continue;
        const work = runNetwork(context, gateway, lease).finally(() => atWork.delete(network));
        atWork.set(network, { work, since: performance.now() });
      }
      await waitForWork();
      lastTickAt = context.now();
    } catch (error) {
      // The database itself failed: the age of the last round tells the health probe.
      context.log.error({ err: error }, 'settlement round failed');
    }
  };
  const renew = async (): Promise<void> => {
    if (leases.age() < RENEW_MS) return;
    await claim().catch((error: unknown) => context.log.warn({ err: error }, 'leases not renewed'));
  };

  return {
    tick,
    lastTickAt: () => lastTickAt,
    start: () => {
      const stopping = new AbortController();
      const running = [repeat(tick, intervalMs, stopping.signal), repeat(renew, RENEW_MS / 2, stopping.signal)];
      return async () => {
        stopping.abort();
        await Promise.all(running);
        await waitForWork();
        // Without the database they run out by themselves.
        await leases.release().catch((error: unknown) => context.log.warn({ err: error }, 'leases not given back'));
      };
    },
  };
}

async function repeat(work: () => Promise<void>, intervalMs: number, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await work();
    // Rejects when it is stopped, which ends the wait and so the loop.
    await setTimeout(intervalMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/**
 * One network's round. Each step stands for itself: a network that can't be read still has its deadlines kept. A process
 * that lost the network stops at once.
 */
async function runNetwork(context: OrderContext, gateway: ChainGateway, lease: NetworkLease): Promise<void> {
  const network = gateway.networkSlug;
  const steps: Record<string, () => Promise<void>> = {
    deposits: () => recordDeposits(context, gateway, lease),
    reservations: () => releaseIdle(context, network),
    orders: () => advanceOrders(context, network),
    extras: () => refundExtrasDue(context, network),
    sends: () => sendDue(context, gateway, lease),
    confirmations: () => followSent(context, gateway),
    sweeps: () => planSweeps(context, gateway),
    treasury: () => freshenPromised(context, network),
  };
  for (const [step, run] of Object.entries(steps)) {
    if (!lease.isHeld()) return;
    try {
      await run();
    } catch (error) {
      context.log.error({ err: error, network, step }, 'settlement step failed');
    }
  }
}

async function advanceOrders(context: OrderContext, network: string): Promise<void> {
  for (const orderId of await listMovableOrders(context.database, network, context.now())) {
    try {
      await advanceOrder(context, orderId);
    } catch (error) {
      // One order's trouble must not hold up the others.
      context.log.error({ err: error, orderId }, 'order not advanced');
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
  for (const instrument of await listPromisedInstruments(context.database, network)) {
    await freshenTreasury(context, instrument);
  }
}

async function withinTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const isDone = new AbortController();
  const timeUp = setTimeout(milliseconds, undefined, { signal: isDone.signal }).catch(() => undefined);
  try {
    await Promise.race([work, timeUp]);
  } finally {
    isDone.abort();
  }
}
