import { ServerResponse, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { LIVE_PATH } from '../../contract/live.ts';
import { answerNotFound } from '../common/errors.ts';
import { LIVE_MESSAGE_BYTES, type LiveConnections } from '../live/connection.ts';
import type { RoutePlugin } from './route.ts';

// No compression: it costs memory per client and saves little on small messages.
const SOCKETS = {
  noServer: true,
  maxPayload: LIVE_MESSAGE_BYTES,
  maxFragments: 16,
  perMessageDeflate: false,
  /** Time in ms for the client's close frame before the connection is destroyed */
  closeTimeout: 5_000,
};

interface Upgrade {
  wire: Socket;
  head: Buffer;
  /** Receives the response if the upgrade is refused */
  answer: ServerResponse;
}

/**
 * The WebSocket of live rates and orders (specification §7, D37). The hooks, limits and error responses of the app apply to the
 * handshake. After it, request and response are freed; `@fastify/websocket` would keep both in memory as long as the socket.
 */
export const liveRoutes =
  (connections: LiveConnections): RoutePlugin =>
  async (app) => {
    const sockets = new WebSocketServer(SOCKETS);
    const upgrades = new WeakMap<IncomingMessage, Upgrade>();

    const onUpgrade = (request: IncomingMessage, wire: Duplex, head: Buffer): void => {
      if (!(wire instanceof Socket)) return void wire.destroy();
      // Node has removed its own error listener.
      wire.on('error', destroy);
      const answer = new ServerResponse(request);
      answer.shouldKeepAlive = false;
      answer.assignSocket(wire);
      upgrades.set(request, { wire, head, answer });
      // The server no longer manages this socket: a half-open connection would never close.
      answer.once('finish', () => wire.destroySoon());
      app.routing(request, answer);
    };
    app.server.on('upgrade', onUpgrade);
    app.addHook('preClose', async () => {
      app.server.off('upgrade', onUpgrade);
      for (const socket of sockets.clients) socket.close();
    });

    app.get(LIVE_PATH, { schema: { hide: true } }, (request, reply) => {
      const upgrade = upgrades.get(request.raw);
      if (!upgrade) return answerNotFound(request, reply);
      const address = request.ip;
      connections.admit(address);
      reply.hijack();
      const { wire, head, answer } = upgrade;
      answer.detachSocket(wire);
      wire.off('error', destroy);
      sockets.handleUpgrade(request.raw, wire, head, (socket) => connections.serve(socket, wire, address));
    });
  };

function destroy(this: Socket): void {
  this.destroy();
}
