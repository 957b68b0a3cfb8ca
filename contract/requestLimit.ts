import { clientGroup } from './clientGroup.ts';
import { tooManyRequests, type ApiError } from './errors.ts';

const WINDOW_MS = 60_000;
/** A counter remembers at least this many of the most recent clients, and at most twice as many. */
const MAX_CLIENTS = 5_000;

interface RequestCounter {
  /**
   * Counts a request of `client`. Returns 0 if it is allowed, otherwise the ms until the next allowed one. `now`: ms of a
   * monotonic clock.
   */
  take(client: string, now: number): number;
  /** Takes back the last request of `client`. */
  giveBack(client: string): void;
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
    giveBack: (client) => {
      const counted = recent.get(client);
      if (counted && counted.count > 0) counted.count -= 1;
    },
  };
}

interface RequestLimit {
  /** Counts a request of a client and returns the error if it exceeds the limit. An IPv6 network counts as one client. */
  take(client: string): ApiError | undefined;
  /** Takes back the last request of a client. */
  giveBack(client: string): void;
}

/** Creates a limit of `most` requests per minute and client: an IP address, or an id. */
export function createRequestLimit(most: number): RequestLimit {
  const counter = createRequestCounter(most);
  return {
    take: (client) => {
      const waitMs = counter.take(clientGroup(client), performance.now());
      return waitMs === 0
        ? undefined
        : tooManyRequests('Too many requests. Wait a minute and try again.', Math.ceil(waitMs / 1_000));
    },
    giveBack: (client) => counter.giveBack(clientGroup(client)),
  };
}
