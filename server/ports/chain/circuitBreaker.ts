import { withTimeout } from '../../../contract/withTimeout.ts';
import { ChainUnavailableError } from './chainGateway.ts';

/** Stops calling a network that does not answer, so that callers fail at once instead of waiting for a timeout each. */
export interface CircuitBreaker {
  /**
   * Returns the result of `work`. Throws the error of `work`, or ChainUnavailableError when `work` takes longer than
   * `timeoutMs`, or without calling `work` while the network's circuit is open.
   */
  call<Result>(network: string, work: () => Promise<Result>): Promise<Result>;
}

export interface CircuitBreakerOptions {
  /** A call that takes longer fails and opens the circuit. Without it, calls have no timeout. */
  timeoutMs?: number;
  /** How long the circuit stays open. Then one call at a time is let through until one is answered. */
  openMs: number;
  now: () => number;
  /** Which errors of `work` open the circuit too. Without it, only timeouts do. */
  opensOn?: (error: unknown) => boolean;
}

/** How long a call that timed out, and is still running, keeps the circuit open at most. */
const HUNG_CALL_MS = 2 * 60_000;

export function createCircuitBreaker({ timeoutMs, openMs, now, opensOn }: CircuitBreakerOptions): CircuitBreaker {
  /** `until`: when the next call is let through, in ms since 1970. */
  const open = new Map<string, { until: number; reason: string }>();

  return {
    async call(network, work) {
      const circuit = open.get(network);
      if (circuit) {
        if (circuit.until > now()) throw new ChainUnavailableError(circuit.reason);
        open.set(network, { ...circuit, until: Number.POSITIVE_INFINITY });
      }
      let isRunning = true;
      const answer = work().finally(() => {
        isRunning = false;
      });
      const tooLate = () => new ChainUnavailableError(`${network} did not answer within ${timeoutMs} ms`);
      try {
        const result = await (timeoutMs === undefined ? answer : withTimeout(answer, timeoutMs, tooLate));
        open.delete(network);
        return result;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (isRunning) {
          open.set(network, { until: now() + HUNG_CALL_MS, reason });
          const rest = () => {
            if (open.has(network)) open.set(network, { until: now() + openMs, reason });
          };
          void answer.then(rest, rest);
        } else if (opensOn?.(error)) open.set(network, { until: now() + openMs, reason });
        else open.delete(network);
        throw error;
      }
    },
  };
}
