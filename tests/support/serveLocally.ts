import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { apiRoutes, type CallName } from '../../contract/api/index.ts';

export interface LocalServer {
  /** For example "http://127.0.0.1:40123" */
  url: string;
  server: Server;
  /** Cuts all connections, also live ones. */
  cut(): void;
  /** Cuts all connections and stops listening. */
  close(): Promise<void>;
}

/** Starts a server on a free port of this computer. */
export async function serveLocally(answer: RequestListener): Promise<LocalServer> {
  // Otherwise it could close a kept connection just as the client sends the next call.
  const server = createServer({ keepAliveTimeout: 0 }, answer);
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the name of the call that a request makes. */
export function callOf({ url }: { url?: string | undefined }): CallName | undefined {
  const path = (url ?? '').split('?', 1)[0];
  return (Object.keys(apiRoutes) as CallName[]).find((name) => apiRoutes[name].path === path);
}
