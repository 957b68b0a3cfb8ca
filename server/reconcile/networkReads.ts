import { withTimeout } from '../../contract/withTimeout.ts';
import { ChainUnavailableError, SendUndecidedError, type ChainGateway } from '../ports/chain/chainGateway.ts';
import type { ReconcileContext } from './difference.ts';

/**
 * Reads networks for one run. A read that fails does not affect the reads of other coins. Limits how long a run waits for a coin or
 * network that does not answer.
 */
export interface NetworkReads {
  /**
   * Returns the result of `read`. Throws its error, or ChainUnavailableError when it takes too long. Throws ChainUnavailableError
   * without calling it when the network did not answer earlier in the run, or reads about the same `subject` (an instrument)
   * failed `MAX_FAILURES` times. Throws the reason of an aborted signal.
   */
  call<Result>(network: string, subject: string, read: (gateway: ChainGateway) => Promise<Result>): Promise<Result>;
}

const MAX_FAILURES = 3;
const READ_TIMEOUT_MS = 2 * 60_000;
/** A run does not wait longer for failing reads of one network. */
const MAX_WAIT_MS = 5 * 60_000;

export function createNetworkReads(
  { gateways, now }: Pick<ReconcileContext, 'gateways' | 'now'>,
  signal?: AbortSignal,
): NetworkReads {
  /** Network → why it is not read again in this run */
  const closed = new Map<string, string>();
  const failures = new Map<string, { count: number; reason: string }>();
  const waited = new Map<string, number>();

  /** The network is closed when it does not answer at all. Otherwise only this subject failed. */
  const noteFailure = async (gateway: ChainGateway, subject: string, startedAt: number, reason: string): Promise<void> => {
    const network = gateway.networkSlug;
    const count = (failures.get(`${network} ${subject}`)?.count ?? 0) + 1;
    failures.set(`${network} ${subject}`, { count, reason });
    const total = (waited.get(network) ?? 0) + now() - startedAt;
    waited.set(network, total);
    if (total > MAX_WAIT_MS) {
      closed.set(network, reason);
      return;
    }
    try {
      await withTimeout(gateway.probe(), READ_TIMEOUT_MS);
    } catch {
      closed.set(network, reason);
    }
  };

  return {
    async call(network, subject, read) {
      signal?.throwIfAborted();
      const gateway = gatewayOf(network);
      const failed = failures.get(`${network} ${subject}`);
      const reason = closed.get(network) ?? (failed && failed.count >= MAX_FAILURES ? failed.reason : undefined);
      if (reason !== undefined) throw new ChainUnavailableError(reason);
      const startedAt = now();
      try {
        const tooLate = (): Error => new ChainUnavailableError(`${network} did not answer within ${READ_TIMEOUT_MS / 1_000} s`);
        return await withTimeout(read(gateway), READ_TIMEOUT_MS, tooLate);
      } catch (error) {
        signal?.throwIfAborted();
        if (isUnavailable(error)) await noteFailure(gateway, subject, startedAt, error.message);
        throw error;
      }
    },
  };

  function gatewayOf(network: string): ChainGateway {
    const gateway = gateways.get(network);
    if (!gateway) throw new ChainUnavailableError(`${network} is not connected`);
    return gateway;
  }
}

/** SendUndecidedError is excluded: the nodes answer but disagree about one send. */
function isUnavailable(error: unknown): error is ChainUnavailableError {
  return error instanceof ChainUnavailableError && !(error instanceof SendUndecidedError);
}
