import type { Platform, Transport } from '../../contract/platform.ts';
import { createHttpTransport, type SendRequest } from '../../contract/client/httpTransport.ts';
import { dependsOnCaller } from '../http/dependsOnCaller.server.ts';
import { forwardedHeaders } from '../http/forwardedHeaders.server.ts';
import { sessionCookieOf } from '../http/sessionCookie.server.ts';

/** The `Platform` of one server render: it calls the API for its customer and stores nothing. */
export function createServerPlatform({
  apiUrl,
  clientAddress,
  isHttps,
  cookies,
  send,
  share,
  onOwnRefusal,
}: {
  apiUrl: string;
  clientAddress: string;
  isHttps: boolean;
  cookies: Readonly<Record<string, string>>;
  /** Sends requests to the API host at `apiUrl`. */
  send: SendRequest;
  /** Shares answers between renders. Calls whose answers are not shared use `own`. */
  share: (transport: Transport, apiUrl: string, own: Transport) => Transport;
  /** Called when a call failed because of the caller, such as a rate limit. */
  onOwnRefusal: () => void;
}): Platform {
  const nothing = { get: () => null, set: () => false, remove: () => undefined };
  const never = () => () => undefined;
  const session = sessionCookieOf(cookies);
  const common = createHttpTransport(send, forwardedHeaders({ clientAddress, isHttps, cookies: {} }));
  // Only the calls of this customer carry the session. An answer that others get too must not depend on it.
  const own = session ? createHttpTransport(send, forwardedHeaders({ clientAddress, isHttps, cookies })) : common;
  const shared = share(common, apiUrl, own);
  return {
    transport: {
      call: async (name, input, options) => {
        try {
          return await shared.call(name, input, options);
        } catch (error) {
          if (dependsOnCaller(error)) onOwnRefusal();
          throw error;
        }
      },
    },
    live: {
      connect: () => {
        throw new Error('Subscriptions are not available in a server render');
      },
    },
    openExternal: () => undefined,
    appearance: { apply: () => undefined },
    copy: () => Promise.resolve(false),
    // Every browser supports it, and the hydrated page must match.
    saveFile: () => undefined,
    addressOf: (path) => path,
    storage: nothing,
    onStorageChange: never,
    // A server render never refreshes a token (D64).
    session: { exists: session !== null, onRenewed: never },
    sessionStorage: nothing,
    cookies: { get: (name) => cookies[name] ?? null, set: () => undefined, remove: () => undefined },
    isOnline: () => Promise.resolve(true),
    visibility: { isVisible: () => true, onChange: never },
    onConnectivityChange: never,
  };
}
