import { ApiError } from '../errors.ts';
import type { Transport } from '../platform.ts';

interface RenewalOptions {
  /** The risk signal of D19; null if the shell has none. */
  fingerprint: () => Promise<string | null>;
  onRenewed: () => void;
}

/**
 * Wraps the transport of a shell with a session (§4). When the access token has expired (418), it refreshes the session once and
 * repeats all calls that failed meanwhile. A call rejects with ERR_UNAUTHORIZED if the session has ended.
 */
export function renewingTransport(transport: Transport, { fingerprint, onRenewed }: RenewalOptions): Transport {
  let renewals = 0;
  let renewing: Promise<void> | null = null;

  const renew = async (): Promise<void> => {
    const browserFingerprint = await fingerprint();
    await transport.call('users.refresh', browserFingerprint === null ? {} : { browserFingerprint });
    renewals += 1;
    onRenewed();
  };

  return {
    call: async (name, input, options) => {
      const before = renewals;
      try {
        return await transport.call(name, input, options);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'ERR_IM_A_TEAPOT') throw error;
        // The answer to a call with the old token may arrive after the renewal.
        if (renewals === before) await (renewing ??= renew().finally(() => (renewing = null)));
        options?.signal?.throwIfAborted();
        return await transport.call(name, input, options);
      }
    },
  };
}
