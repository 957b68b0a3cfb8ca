import { ApiError } from '../../contract/errors.ts';
import type { SessionFacet, Transport } from '../../contract/platform.ts';

/**
 * Returns the transport of the page and its session. Their code, with the table of all calls, is loaded with the first call,
 * because a rendered page needs none.
 */
export function lazyTransport(fingerprint: () => Promise<string | null>): { transport: Transport; session: SessionFacet } {
  const listeners = new Set<() => void>();
  let loading: Promise<Transport> | null = null;
  const load = (): Promise<Transport> =>
    (loading ??= import('./browserTransport.ts').then(({ createBrowserTransport }) =>
      createBrowserTransport({ fingerprint, onRenewed: () => listeners.forEach((listener) => listener()) }),
    ));
  return {
    transport: {
      call: async (name, input, options) => {
        let transport: Transport;
        try {
          transport = await load();
        } catch {
          loading = null;
          throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The code of the call could not be loaded.');
        }
        return transport.call(name, input, options);
      },
    },
    session: {
      exists: false,
      onRenewed: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
}
