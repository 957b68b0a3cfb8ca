import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Executor } from '../db/database.ts';
import { claimLeases, findLeaseOwner, releaseLeases } from '../db/repositories/leases.ts';
import type { PaymentContext } from './paymentContext.ts';

/** How long the networks of a dead process wait until another process takes them over. */
const LEASE_MS = 15_000;

/** Another process has taken the network over. This process must write nothing more about it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The right to work on one network. */
export interface NetworkLease {
  /** Id of this process. It marks the outbox rows that the process has claimed. */
  readonly owner: string;
  /** Whether the lease has not expired yet. Checked before every call that sends money. */
  isHeld(): boolean;
  /**
   * Checks the lease in the transaction that writes what the network answered.
   *
   * @throws LeaseLostError
   */
  assertHeld(transaction: Executor): Promise<void>;
}

/** Grants each network to one process at a time, among all processes on the database. */
export interface NetworkLeases {
  /** Takes the free ones of `networks` and renews the held ones; the rest are lost. Rejects when the database fails. */
  claim(networks: readonly string[]): Promise<void>;
  /** Milliseconds since the last `claim` that succeeded; Infinity before the first. */
  age(): number;
  of(network: string): NetworkLease;
  release(): Promise<void>;
}

export function createNetworkLeases({ database, now }: Pick<PaymentContext, 'database' | 'now'>): NetworkLeases {
  const owner = randomUUID();
  /** By the monotonic clock, counted from before the query: a lease can only appear to end too early, never too late. */
  const heldUntil = new Map<string, number>();
  let claimedAt = Number.NEGATIVE_INFINITY;

  return {
    claim: async (networks) => {
      const requestedAt = performance.now();
      const names = networks.map(leaseName);
      const held = new Set(await claimLeases(database, { names, owner, now: now(), forMs: LEASE_MS }));
      claimedAt = requestedAt;
      for (const network of networks) {
        if (held.has(leaseName(network))) heldUntil.set(network, requestedAt + LEASE_MS);
        else heldUntil.delete(network);
      }
    },
    age: () => performance.now() - claimedAt,
    of: (network) => ({
      owner,
      isHeld: () => performance.now() < (heldUntil.get(network) ?? Number.NEGATIVE_INFINITY),
      assertHeld: async (transaction) => {
        if ((await findLeaseOwner(transaction, leaseName(network))) !== owner) throw new LeaseLostError(network);
      },
    }),
    release: async () => {
      const names = [...heldUntil.keys()].map(leaseName);
      heldUntil.clear();
      await releaseLeases(database, names, owner);
    },
  };
}

function leaseName(network: string): string {
  return `settlement:${network}`;
}
