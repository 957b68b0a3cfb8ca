import { ChainUnavailableError } from '../chainGateway.ts';

/** Longer than readings and probes are apart, so that a contradiction that lasts is never forgotten in between. */
const REMEMBERED_MS = 60_000;
/** A reading that fails so long is no hiccup any more. */
const MOST_FAILING_MS = 60_000;

/** Remembers whether deposits can be read and believed, so that the probe pauses a network where they can't (D26). */
export interface AgreementKeeper {
  /** The error of a reading in which the nodes contradicted each other: nothing of it may count. */
  contradicted(contradiction: string): ChainUnavailableError;
  reached(): void;
  /** Notes that a reading failed, whatever the reason, and throws it on. */
  failed(error: unknown): never;
  /** Throws ChainUnavailableError after a contradiction, and when readings have failed for a minute. */
  check(): void;
}

export function createAgreementKeeper(now: () => number): AgreementKeeper {
  let last: { contradiction: string; at: number } | null = null;
  let failing: { since: number; at: number; reason: string } | null = null;
  return {
    contradicted(contradiction) {
      last = { contradiction, at: now() };
      return new ChainUnavailableError(contradiction);
    },
    reached() {
      last = null;
      failing = null;
    },
    failed(error) {
      const at = now();
      const reason = error instanceof Error ? error.message : 'unknown failure';
      failing = { since: failing && at - failing.at < REMEMBERED_MS ? failing.since : at, at, reason };
      throw error;
    },
    check() {
      const at = now();
      if (last && at - last.at < REMEMBERED_MS) throw new ChainUnavailableError(last.contradiction);
      // When nobody reads any more, nothing is known: new orders are what makes somebody read again.
      if (failing && at - failing.at < REMEMBERED_MS && at - failing.since >= MOST_FAILING_MS) {
        throw new ChainUnavailableError(`deposits can not be read: ${failing.reason}`);
      }
    },
  };
}
