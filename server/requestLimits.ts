import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { clientGroup } from '../contract/clientGroup.ts';
import { ApiError } from '../contract/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests per client group and minute, counted for this route alone. */
    perMinute?: number;
  }
}

const WINDOW_MS = 60_000;
/** A counter remembers at least this many of the most recent clients, and at most twice as many. */
const MAX_CLIENTS = 5_000;

interface RequestCounter {
  /**
   * Counts a request of `client`. Returns 0 if it is allowed, otherwise the ms until the next allowed one. `now`: ms of a
   * monotonic clock.
   */
  take(client: string, now: number): number;
}

/** Creates a counter that allows a client `most` requests in the minute that starts with its first one. */
export function createRequestCounter(most: number, mostClients = MAX_CLIENTS): RequestCounter {
  let recent = new Map<string, { since: number; count: number }>();
  /** The generation before `recent`: clients that send no further request are dropped with it. */
  let earlier: typeof recent = new Map();
  return {
    take: (client, now) => {
      let counted = recent.get(client);
      if (!counted) {
        counted = earlier.get(client) ?? { since: now, count: 0 };
        if (recent.size >= mostClients) {
          earlier = recent;
          recent = new Map();
        }
        recent.set(client, counted);
      }
      if (now - counted.since >= WINDOW_MS) {
        counted.since = now;
        counted.count = 0;
      }
      counted.count += 1;
      return counted.count > most ? counted.since + WINDOW_MS - now : 0;
    },
  };
}

/**
 * Limits all routes registered afterwards: by their own `perMinute`, otherwise by one shared counter. The hook is synchronous,
 * because a promise would cost more than a response from memory.
 */
export function limitRequests(app: FastifyInstance, perMinute: number): void {
  const limitOf =
    (counter: RequestCounter): onRequestHookHandler =>
    (request: FastifyRequest, reply, done) => {
      const waitMs = counter.take(clientGroup(request.ip), performance.now());
      if (waitMs === 0) return done();
      reply.header('retry-after', Math.ceil(waitMs / 1_000));
      done(new ApiError('ERR_TOO_MANY_REQUESTS', 'Too many requests. Wait a minute and try again.'));
    };
  const shared = limitOf(createRequestCounter(perMinute));
  app.addHook('onRoute', (route) => {
    const own = route.config?.perMinute;
    const limit = own === undefined ? shared : limitOf(createRequestCounter(own));
    route.onRequest = [...[route.onRequest ?? []].flat(), limit];
  });
}
