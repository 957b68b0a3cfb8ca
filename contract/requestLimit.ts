import { clientGroups } from './clientGroup.ts';
import { tooManyRequests, type ApiError } from './errors.ts';

const WINDOW_MS = 60_000;
/** A counter remembers at least this many of the most recent clients, and at most twice as many. */
const MAX_CLIENTS = 5_000;

interface RequestCounter {
  /**
   * Counts a request of `client`. Returns its number within the minute that began with the client's first request, and the ms until
   * that minute ends. `now`: ms of a monotonic clock.
   */
  take(client: string, now: number): { count: number; leftMs: number };
  /** Takes back the last request of `client`. */
  giveBack(client: string): void;
}

/** Creates a counter of requests per client and minute. */
export function createRequestCounter(mostClients = MAX_CLIENTS): RequestCounter {
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
      return { count: counted.count, leftMs: counted.since + WINDOW_MS - now };
    },
    giveBack: (client) => {
      const counted = recent.get(client);
      if (counted && counted.count > 0) counted.count -= 1;
    },
  };
}

/** A limit after one more request of a client. */
export interface RequestQuota {
  /** Requests that the client may make in a minute */
  most: number;
  /** Requests that are left in this minute, at least 0 */
  left: number;
  /** Until the minute ends */
  seconds: number;
  /** Set if the request exceeds the limit */
  refusal: ApiError | undefined;
}

export interface RequestLimit {
  /** Counts a request of a client. `most`: the client's own limit. Of an IPv6 address, its networks count (D81). */
  count(client: string, most?: number): RequestQuota;
  /** Counts a request of a client and returns the error if it exceeds the limit. */
  take(client: string): ApiError | undefined;
  /** Takes back the last request of a client. */
  giveBack(client: string): void;
}

/** Creates a limit of `usual` requests per minute and client: an IP address, or an id. */
export function createRequestLimit(usual: number): RequestLimit {
  const counter = createRequestCounter();
  const count: RequestLimit['count'] = (client, most = usual) => {
    const quotas = clientGroups(client).map(({ group, factor }) => {
      const { count: number, leftMs } = counter.take(group, performance.now());
      return { most: most * factor, left: most * factor - number, seconds: Math.ceil(leftMs / 1_000) };
    });
    const tightest = quotas.reduce((least, one) => (one.left < least.left ? one : least));
    const refusal =
      tightest.left < 0 ? tooManyRequests('Too many requests. Wait a minute and try again.', tightest.seconds) : undefined;
    return { ...tightest, left: Math.max(0, tightest.left), refusal };
  };
  return {
    count,
    take: (client) => count(client).refusal,
    giveBack: (client) => {
      for (const { group } of clientGroups(client)) counter.giveBack(group);
    },
  };
}
