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
/** As many of those who came last as one counter surely knows; it keeps twice as many at most. */
const MOST_CLIENTS = 5_000;

interface RequestCounter {
  /**
   * Counts one more of `client`. Milliseconds until it is let in again, 0 when it is let in; `now` in milliseconds of a
   * clock that is never set.
   */
  take(client: string, now: number): number;
}

/** Lets in `most` of a client in the minute that begins with its first request. */
export function createRequestCounter(most: number, mostClients = MOST_CLIENTS): RequestCounter {
  let recent = new Map<string, { since: number; count: number }>();
  /** Who has not come since `recent` was begun is forgotten with the next one. */
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
 * Limits every route that is registered after it: by its own `perMinute`, else by one counter for all of these together.
 * Done at once, without a promise: a call that is answered from memory would otherwise pay more for its limit than for itself.
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
  const together = limitOf(createRequestCounter(perMinute));
  app.addHook('onRoute', (route) => {
    const own = route.config?.perMinute;
    const limit = own === undefined ? together : limitOf(createRequestCounter(own));
    route.onRequest = [...[route.onRequest ?? []].flat(), limit];
  });
}
