import type { Platform, Transport } from '../../contract/platform.ts';
import { createHttpTransport, type SendRequest } from '../../renderer/api/httpTransport.ts';
import { dependsOnCaller } from '../host/dependsOnCaller.server.ts';

/** The platform of one server render: it can call the API for its customer, and remembers nothing. */
export function createServerPlatform({
  apiUrl,
  clientAddress,
  cookies,
  send,
  share,
  onOwnRefusal,
}: {
  apiUrl: string;
  clientAddress: string;
  cookies: Readonly<Record<string, string>>;
  /** To the API host at `apiUrl`. */
  send: SendRequest;
  /** Lets renders have some answers in common. */
  share: (transport: Transport, apiUrl: string) => Transport;
  /** One of its calls was refused because of who asks. */
  onOwnRefusal: () => void;
}): Platform {
  const nothing = { get: () => null, set: () => false, remove: () => undefined };
  const never = () => () => undefined;
  const shared = share(createHttpTransport(send, { 'x-forwarded-for': clientAddress }), apiUrl);
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
        throw new Error('A server render subscribes to nothing');
      },
    },
    openExternal: () => undefined,
    appearance: { apply: () => undefined },
    copy: () => Promise.resolve(false),
    // Every browser can, and what is offered must stand in the page that it takes over.
    saveFile: () => undefined,
    addressOf: (path) => path,
    storage: nothing,
    sessionStorage: nothing,
    cookies: { get: (name) => cookies[name] ?? null, set: () => undefined, remove: () => undefined },
    isOnline: () => Promise.resolve(true),
    visibility: { isVisible: () => true, onChange: never },
    onConnectivityChange: never,
  };
}
