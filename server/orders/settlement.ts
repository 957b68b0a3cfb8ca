import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { claimLease, releaseLease } from '../db/repositories/leases.ts';
import { listIdleReservations, listMovableOrders } from '../db/repositories/orders.ts';
import { deleteReservation, listPromisedInstruments } from '../db/repositories/treasury.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import { advanceOrder } from './advance.ts';
import type { OrderContext } from './context.ts';
import { refundExtrasDue } from './extraDeposits.ts';
import { recordDeposits } from './recordDeposits.ts';
import { followSent, sendDue } from './sender.ts';
import { planSweeps } from './sweep.ts';
import { freshenTreasury } from './treasury.ts';

/** Drives the orders: reads the networks, moves what can move, sends what is due. One per process, one at work per database. */
export interface Settlement {
  /** One round over all networks. Never rejects for what a network or an order does; that is logged and tried again. */
  tick(): Promise<void>;
  /** Ticks until stopped; the stop waits for the round at work and gives the lease back. */
  start(): () => Promise<void>;
  /** When the last round ended, milliseconds since 1970; null before the first. A health probe reads it (D26). */
  lastTickAt(): number | null;
}

interface SettlementOptions {
  intervalMs?: number;
  /** A network that takes longer is left to itself, and the others go on. */
  networkTimeoutMs?: number;
}

const LEASE_NAME = 'settlement';
const LEASE_MS = 30_000;
const IDLE_RESERVATION_MS = 3_600_000;

export function createSettlement(context: OrderContext, options: SettlementOptions = {}): Settlement {
  const { intervalMs = 1_000, networkTimeoutMs = 10_000 } = options;
  const owner = randomUUID();
  const atWork = new Map<string, Promise<void>>();
  let lastTickAt: number | null = null;

  const claim = async (): Promise<boolean> => {
    const now = context.now();
    return await claimLease(context.database, { name: LEASE_NAME, owner, now, until: now + LEASE_MS });
  };

  const tick = async (): Promise<void> => {
    try {
      if (await claim()) {
        for (const [slug, gateway] of context.gateways) {
          if (atWork.has(slug)) continue;
          const work = runNetwork(context, gateway, owner).finally(() => atWork.delete(slug));
          atWork.set(slug, work);
        }
        await withinTime(Promise.all(atWork.values()), networkTimeoutMs);
      }
      lastTickAt = context.now();
    } catch (error) {
      // The database itself failed: the age of the last round tells the health probe.
      context.log.error({ err: error }, 'settlement round failed');
    }
  };

  return {
    tick,
    lastTickAt: () => lastTickAt,
    start: () => {
      const stopping = new AbortController();
      const running = repeat(tick, intervalMs, stopping.signal);
      return async () => {
        stopping.abort();
        await running;
        await withinTime(Promise.all(atWork.values()), networkTimeoutMs);
        await releaseLease(context.database, LEASE_NAME, owner);
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

/** One network's round. Each step stands for itself: a network that can't be read still has its deadlines kept. */
async function runNetwork(context: OrderContext, gateway: ChainGateway, owner: string): Promise<void> {
  const network = gateway.networkSlug;
  const steps: Record<string, () => Promise<void>> = {
    deposits: () => recordDeposits(context, gateway),
    reservations: () => releaseIdle(context, network),
    orders: () => advanceOrders(context, network),
    extras: () => refundExtrasDue(context, network),
    sends: () => sendDue(context, gateway, owner),
    confirmations: () => followSent(context, gateway),
    sweeps: () => planSweeps(context, gateway),
    treasury: () => freshenPromised(context, network),
  };
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      context.log.error({ err: error, network, step }, 'settlement step failed');
    }
  }
}

async function advanceOrders(context: OrderContext, network: string): Promise<void> {
  for (const orderId of await listMovableOrders(context.database, network)) {
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
