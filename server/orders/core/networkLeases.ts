import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Executor } from '../../db/database.ts';
import { claimLeases, findLeaseOwner, releaseLeases } from '../../db/repositories/leases.ts';
import type { OrderContext } from './context.ts';

/** How long a network waits, after a process died, for another one to take it over. */
const LEASE_MS = 15_000;

/** Another process works on the network now: this one must write nothing more about it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The right to work on one network. */
export interface NetworkLease {
  /** Of this process; what it claims in the outbox bears it. */
  readonly owner: string;
  /** Whether nobody else can have taken it yet; asked before everything that leaves the house. */
  isHeld(): boolean;
  /** In a transaction that writes what was asked of the network before it. Throws LeaseLostError. */
  assertHeld(transaction: Executor): Promise<void>;
}

/** One process at a time works on a network, whichever of those on the database; each network by itself. */
export interface NetworkLeases {
  /** Takes those that are free, and renews those that are held; the others are lost at once. Rejects with the database. */
  claim(networks: readonly string[]): Promise<void>;
  /** Milliseconds since the last `claim` that succeeded; Infinity before the first. */
  age(): number;
  of(network: string): NetworkLease;
  release(): Promise<void>;
}

export function createNetworkLeases({ database, now }: Pick<OrderContext, 'database' | 'now'>): NetworkLeases {
  const owner = randomUUID();
  /** By this process' own clock, which nobody sets: from before the question, so it can only end too early. */
  const heldUntil = new Map<string, number>();
  let claimedAt = Number.NEGATIVE_INFINITY;

  return {
    claim: async (networks) => {
      const askedAt = performance.now();
      const names = networks.map(nameOf);
      const held = new Set(await claimLeases(database, { names, owner, now: now(), forMs: LEASE_MS }));
      claimedAt = askedAt;
      for (const network of networks) {
        if (held.has(nameOf(network))) heldUntil.set(network, askedAt + LEASE_MS);
        else heldUntil.delete(network);
      }
    },
    age: () => performance.now() - claimedAt,
    of: (network) => ({
      owner,
      isHeld: () => performance.now() < (heldUntil.get(network) ?? Number.NEGATIVE_INFINITY),
      assertHeld: async (transaction) => {
        if ((await findLeaseOwner(transaction, nameOf(network))) !== owner) throw new LeaseLostError(network);
      },
    }),
    release: async () => {
      const names = [...heldUntil.keys()].map(nameOf);
      heldUntil.clear();
      await releaseLeases(database, names, owner);
    },
  };
}

function nameOf(network: string): string {
  return `settlement:${network}`;
}
