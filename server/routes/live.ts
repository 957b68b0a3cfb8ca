import { ServerResponse, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { LIVE_PATH } from '../../contract/live.ts';
import { clientGroup } from '../../contract/clientGroup.ts';
import { answerNotFound } from '../errors.ts';
import { LIVE_MESSAGE_BYTES, type LiveConnections } from '../live/connection.ts';
import type { RoutePlugin } from './route.ts';

// Compression would cost more than these small messages gain, and memory per client.
const SOCKETS = {
  noServer: true,
  maxPayload: LIVE_MESSAGE_BYTES,
  maxFragments: 16,
  perMessageDeflate: false,
  /** For a client to say goodbye as well, before its connection is ended without */
  closeTimeout: 5_000,
};

interface Upgrade {
  wire: Socket;
  head: Buffer;
  /** What a refusal is written to */
  answer: ServerResponse;
}

/**
 * The WebSocket of live rates (specification §7, D37). A handshake is a request like any other until it is let in: hooks,
 * limits and refusals are the app's. Of one that was let in nothing is kept, where `@fastify/websocket` keeps the request and its
 * answer as long as the socket: more than the socket itself needs.
 */
export const liveRoutes =
  (connections: LiveConnections): RoutePlugin =>
  async (app) => {
    const sockets = new WebSocketServer(SOCKETS);
    const upgrades = new WeakMap<IncomingMessage, Upgrade>();

    const onUpgrade = (request: IncomingMessage, wire: Duplex, head: Buffer): void => {
      if (!(wire instanceof Socket)) return void wire.destroy();
      // Node has taken its own listener away.
      wire.on('error', destroy);
      const answer = new ServerResponse(request);
      answer.shouldKeepAlive = false;
      answer.assignSocket(wire);
      upgrades.set(request, { wire, head, answer });
      // The server looks after it no more: a client that keeps its half open would keep the connection for ever.
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
      const address = clientGroup(request.ip);
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
