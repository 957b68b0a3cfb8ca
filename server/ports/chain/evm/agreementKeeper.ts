import { ChainUnavailableError } from '../chainGateway.ts';

/** Longer than deposits and probes are apart, so that a contradiction that lasts is never forgotten in between. */
const REMEMBERED_MS = 60_000;

/** Remembers that the nodes of a network contradict each other, so that its probe pauses the network (D26). */
export interface AgreementKeeper {
  /** Throws ChainUnavailableError when there is a contradiction: nothing of that answer may count. */
  note(contradiction: string | null): void;
  /** Throws ChainUnavailableError while the last comparison was a contradiction. */
  check(): void;
}

export function createAgreementKeeper(now: () => number): AgreementKeeper {
  let last: { contradiction: string; at: number } | null = null;
  return {
    note(contradiction) {
      last = contradiction === null ? null : { contradiction, at: now() };
      if (contradiction !== null) throw new ChainUnavailableError(contradiction);
    },
    check() {
      if (last && now() - last.at < REMEMBERED_MS) throw new ChainUnavailableError(last.contradiction);
    },
  };
}
