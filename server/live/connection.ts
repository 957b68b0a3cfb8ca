import { clientGroups, fullGroup } from '../../contract/clientGroup.ts';
import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { ApiError, tooManyRequests } from '../../contract/errors.ts';
import type { Logger } from '../common/log.ts';
import { createHeartbeat } from './heartbeat.ts';
import { describe, toMessage, type FrameSink, type LiveSink } from './liveMessage.ts';
import type { LiveOrders } from './liveOrders.ts';
import type { LiveRates } from './liveRates.ts';
import { channelOf, parseLiveRequest, subscriptionIdOf, type LiveSubscription } from './liveRequest.ts';

export interface LiveLimits {
  /** All windows of the desktop app share a connection: up to 50 watched pairs, 20 running orders, alerts, a form per window */
  subscriptionsPerConnection: number;
  /**
   * Rate limit of order watches, burst and refill per second: each reads the database once. A client that is refused polls, which
   * reads it every 15 seconds, so the burst covers all running orders of a desktop app that reconnects.
   */
  watchBurst: number;
  watchesPerSecond: number;
  connectionsPerAddress: number;
  connections: number;
  /** Rate limit of messages and of pings from a client: bursts and refill per second. A client that reconnects subscribes to everything at once. */
  messageBurst: number;
  pingBurst: number;
  messagesPerSecond: number;
  /** Unsent bytes above which a client gets no new messages */
  bufferedBytes: number;
  pingMs: number;
}

export const LIVE_LIMITS: LiveLimits = {
  subscriptionsPerConnection: 100,
  watchBurst: 20,
  watchesPerSecond: 0.5,
  connectionsPerAddress: 32,
  connections: 10_000,
  messageBurst: 120,
  pingBurst: 40,
  messagesPerSecond: 10,
  bufferedBytes: 64 * 1024,
  pingMs: 15_000,
};
/** Maximum message size. A rate request has a few hundred bytes. The socket closes with 1009 for larger messages. */
export const LIVE_MESSAGE_BYTES = 4_096;

export interface LiveConnections {
  /** Checks the connection limits before the upgrade. Throws ERR_TOO_MANY_REQUESTS. */
  admit(address: string): void;
  /** Serves an open socket over its connection until it closes. `address` is the client's (D40). */
  serve(socket: WebSocket, wire: Writable, address: string): void;
  readonly count: number;
}

export interface LiveSources {
  rates: Pick<LiveRates, 'subscribe'>;
  orders: LiveOrders;
}

/** Connects sockets to {@link LiveRates} and {@link LiveOrders}. Handles limits, dead peers and back-pressure. */
export function createLiveConnections(live: LiveSources, log: Logger, limits: LiveLimits = LIVE_LIMITS): LiveConnections {
  const byGroup = new Map<string, number>();
  const heartbeat = createHeartbeat(limits.pingMs);
  let count = 0;

  const enter = (address: string, change: 1 | -1): void => {
    count += change;
    for (const { group } of clientGroups(address)) {
      const open = (byGroup.get(group) ?? 0) + change;
      if (open > 0) byGroup.set(group, open);
      else byGroup.delete(group);
    }
  };

  return {
    admit: (address) => {
      const full = fullGroup(address, limits.connectionsPerAddress, (group) => byGroup.get(group) ?? 0);
      if (count >= limits.connections || full) {
        throw tooManyRequests('Too many connections. Close one and try again.', 10);
      }
    },
    serve: (socket, wire, address) => {
      enter(address, 1);
      const stop = serveSocket(socket, wire, live, log, limits);
      const stopHeart = heartbeat.watch(socket);
      socket.once('close', () => {
        stop();
        stopHeart();
        enter(address, -1);
      });
    },
    get count() {
      return count;
    },
  };
}

function serveSocket(socket: WebSocket, wire: Writable, live: LiveSources, log: Logger, limits: LiveLimits): () => void {
  /** Unsubscribe functions by channel and `subscriptionId`. Without an id a client has one subscription per channel. */
  const ends = new Map<string, () => void>();
  const watches = createBucket(limits.watchBurst, limits.watchesPerSecond);
  const messages = createBucket(limits.messageBurst, limits.messagesPerSecond);
  const pings = createBucket(limits.pingBurst, limits.messagesPerSecond);
  const sink: LiveSink & FrameSink = {
    send: (text) => socket.send(text),
    // Bypasses `ws`, which would encode the frame again for each client. Safe without compression: `ws` writes whole frames.
    sendFrame: (frame) => wire.write(frame),
    isBusy: () => socket.readyState !== socket.OPEN || socket.bufferedAmount > limits.bufferedBytes,
  };

  const handle = (text: string): void => {
    const request = parseLiveRequest(text);
    const channel = request.event.startsWith('orders.') ? 'orders' : 'pairs';
    const key = `${channel} ${request.data.subscriptionId ?? ''}`;
    ends.get(key)?.();
    ends.delete(key);
    if (request.event === 'pairs.unsubscribe' || request.event === 'orders.unwatch') return;
    if (ends.size >= limits.subscriptionsPerConnection) {
      throw new ApiError('ERR_TOO_MANY_REQUESTS', `A connection has at most ${limits.subscriptionsPerConnection} subscriptions.`);
    }
    ends.set(key, begin(request));
  };
  const begin = (request: LiveSubscription): (() => void) => {
    if (request.event === 'pairs.rates') {
      const { subscriptionId, ...input } = request.data;
      return live.rates.subscribe(input, subscriptionId, sink);
    }
    if (!watches.take())
      throw tooManyRequests('Too many watches at once. Try again in a moment.', Math.ceil(1 / limits.watchesPerSecond));
    return live.orders.watch(request.data, sink);
  };

  /** Closes a flooding socket: answering each message would double the load. */
  const isFlood = (bucket: typeof messages): boolean => {
    if (bucket.take()) return false;
    socket.close(1008, 'too many messages');
    return true;
  };
  // `ws` answers each ping with a pong.
  socket.on('ping', () => isFlood(pings));
  socket.on('message', (data, isBinary) => {
    if (isFlood(messages)) return;
    const text = isBinary || !Buffer.isBuffer(data) ? '' : data.toString('utf8');
    try {
      handle(text);
    } catch (error) {
      if (!sink.isBusy()) {
        sink.send(toMessage(channelOf(text), 'error', JSON.stringify(describe(error, log)), subscriptionIdOf(text)));
      }
    }
  });
  socket.on('error', (error) => log.debug({ err: error }, 'live: socket error'));

  return () => {
    for (const end of ends.values()) end();
    ends.clear();
  };
}

/** Creates a token bucket. */
function createBucket(burst: number, perSecond: number): { take(): boolean } {
  let tokens = burst;
  let filledAt = performance.now();
  return {
    take: () => {
      const now = performance.now();
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1_000) * perSecond);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
