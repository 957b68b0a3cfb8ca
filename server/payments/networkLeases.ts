import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Executor } from '../db/database.ts';
import { claimLeases, findLeaseOwner, releaseLeases } from '../db/repositories/leases.ts';
import type { PaymentContext } from './paymentContext.ts';

/** How long the networks of a dead process wait until another process takes them over. */
const LEASE_MS = 15_000;
/** A lease is renewed several times in its time: a round that waits for a slow network must not lose the leases of others. */
const RENEW_AFTER_MS = 5_000;

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
  /**
   * Takes the free ones of `networks` and renews the held ones after a third of their time; the rest are lost. Rejects when the
   * database fails.
   */
  claim(networks: readonly string[]): Promise<void>;
  of(network: string): NetworkLease;
  release(): Promise<void>;
}

export function createNetworkLeases({ database, now }: Pick<PaymentContext, 'database' | 'now'>): NetworkLeases {
  const owner = randomUUID();
  /** When each held lease was claimed, taken before the query: a lease can only appear to end too early, never too late. */
  const claimed = new Map<string, { monotonic: number; wall: number }>();
  /** The monotonic clock stands still while the machine sleeps, and the other one can be set. */
  const isDue = (network: string): boolean => {
    const at = claimed.get(network);
    return !at || performance.now() - at.monotonic >= RENEW_AFTER_MS || Math.abs(now() - at.wall) >= RENEW_AFTER_MS;
  };

  return {
    claim: async (networks) => {
      const due = networks.filter(isDue);
      if (due.length === 0) return;
      const at = { monotonic: performance.now(), wall: now() };
      const held = new Set(await claimLeases(database, { names: due.map(leaseName), owner, now: at.wall, forMs: LEASE_MS }));
      for (const network of due) {
        if (held.has(leaseName(network))) claimed.set(network, at);
        else claimed.delete(network);
      }
    },
    of: (network) => ({
      owner,
      isHeld: () => performance.now() < (claimed.get(network)?.monotonic ?? Number.NEGATIVE_INFINITY) + LEASE_MS,
      assertHeld: async (transaction) => {
        if ((await findLeaseOwner(transaction, leaseName(network))) !== owner) throw new LeaseLostError(network);
      },
    }),
    release: async () => {
      const names = [...claimed.keys()].map(leaseName);
      claimed.clear();
      await releaseLeases(database, names, owner);
    },
  };
}

function leaseName(network: string): string {
  return `settlement:${network}`;
}
