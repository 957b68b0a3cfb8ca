import { ChainUnavailableError } from './chainGateway.ts';

/** Longer than the interval of scans and probes, so that a lasting contradiction is not forgotten in between. */
const REMEMBERED_MS = 60_000;
/** Scans that fail for so long close the network. */
const MAX_FAILING_MS = 60_000;

/** Tracks whether deposits can be read and the nodes agree, so that the probe pauses a network where they don't (D26). */
export interface AgreementKeeper {
  /** Notes that the nodes contradicted each other. Returns the error to throw: nothing of that scan may count. */
  contradicted(contradiction: string): ChainUnavailableError;
  /** Notes that the nodes agreed. */
  reached(): void;
  /** Notes that a scan failed, and rethrows its error. */
  failed(error: unknown): never;
  /** Throws ChainUnavailableError after a contradiction, and when scans have failed for a minute. */
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
      // An old failure says nothing once scans have stopped. The network opens, because only new orders start scans again.
      if (failing && at - failing.at < REMEMBERED_MS && at - failing.since >= MAX_FAILING_MS) {
        throw new ChainUnavailableError(`deposits can not be read: ${failing.reason}`);
      }
    },
  };
}
