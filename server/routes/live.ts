import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import { LIVE_PATH } from '../../contract/live.ts';
import { clientGroup } from '../../contract/clientGroup.ts';
import { LIVE_MESSAGE_BYTES, type LiveConnections } from '../live/connection.ts';
import type { RoutePlugin } from './route.ts';

// Compression would cost more than these small messages gain, and memory per client.
const SOCKETS = {
  maxPayload: LIVE_MESSAGE_BYTES,
  maxFragments: 16,
  perMessageDeflate: false,
  /** For a client to say goodbye as well, before its connection is ended without */
  closeTimeout: 5_000,
};

/** The WebSocket of live rates (specification §7, D37). */
export const liveRoutes =
  (connections: LiveConnections): RoutePlugin =>
  async (app) => {
    await app.register(websocket, { options: SOCKETS });
    app.get(
      LIVE_PATH,
      {
        websocket: true,
        schema: { hide: true },
        preValidation: async (request) => connections.admit(clientGroup(request.ip)),
      },
      (socket, request) => {
        releaseAnswer(request.raw.socket);
        connections.serve(socket, clientGroup(request.ip));
      },
    );
  };

/** The handshake's request and answer, which Node would keep as long as the socket: more than the socket itself needs. */
function releaseAnswer(socket: Socket): void {
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  if (answer instanceof ServerResponse) answer.detachSocket(socket);
}
