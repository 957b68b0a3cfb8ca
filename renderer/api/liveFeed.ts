import type { PairData, RateInput } from '../../contract/api/rates.ts';
import { ApiError } from '../../contract/errors.ts';
import { RATE_POLL_MS } from '../../contract/limits.ts';
import type { LiveRequest, LiveUnsubscribe } from '../../contract/live.ts';
import type { Platform } from '../../contract/platform.ts';
import { readLiveMessage } from '../../contract/client/liveMessage.ts';
import { answers, isPairData } from './pairData.ts';
import { createReconnectingSocket, type ReconnectingSocket } from '../../contract/client/reconnectingSocket.ts';

/** `live`: rates arrive by socket or polling. `lost`: neither works, and the shown rates are old (D24). */
export type FeedState = 'connecting' | 'live' | 'lost';

export interface RateListener {
  onRate(data: PairData): void;
  /** The host refused this request with an error of the catalogue. A lost connection changes only the state. */
  onError(error: ApiError): void;
}

export interface RateSubscription {
  /** Changes the request. Answers to earlier requests are ignored. */
  change(input: RateInput): void;
  close(): void;
}

export interface LiveFeed {
  readonly state: FeedState;
  onStateChange(listener: (state: FeedState) => void): () => void;
  /** `isKnown`: the page already contains this answer, so the first poll can wait. */
  subscribe(input: RateInput, listener: RateListener, isKnown?: boolean): RateSubscription;
  close(): void;
}

interface Entry {
  id: string;
  input: RateInput;
  listener: RateListener;
  /** The subscription's own socket if the host has no subscription ids. */
  socket: ReconnectingSocket | null;
  answeredAt: number;
  polling: AbortController | null;
}

/** How long a socket may leave a request unanswered, and be silent, before HTTP polling, in ms. */
const ANSWER_MS = 1_500;
const SILENCE_MS = 2 * RATE_POLL_MS;
/** Silence after which an open socket counts as dead, in ms. A Causeway host renews quotes at least every 10 s. */
const DEAD_MS = 4 * RATE_POLL_MS;
const WATCH_MS = 500;
const PASSING = new Set(['ERR_SERVICE_UNAVAILABLE', 'ERR_INTERNAL_SERVER_ERROR', 'ERR_TOO_MANY_REQUESTS']);

/** Returns whether an error is temporary and not about the request. The last value remains and the request is retried. */
export const isTemporary = ({ code }: ApiError): boolean => PASSING.has(code);

type Shell = Pick<Platform, 'live' | 'transport' | 'visibility' | 'onConnectivityChange'>;

/**
 * Creates the feed of live rates (D37): one shared socket if the host announces subscription ids (D30), otherwise one per
 * subscription. Falls back to HTTP polling while the socket is down or silent. A hidden page neither polls nor reconnects. Connects on the
 * first subscription.
 */
export function createLiveFeed({
  platform,
  hasSubscriptionIds,
}: {
  platform: Shell;
  hasSubscriptionIds: () => boolean;
}): LiveFeed {
  const entries = new Map<string, Entry>();
  const stateListeners = new Set<(state: FeedState) => void>();
  let state: FeedState = 'connecting';
  let shared: ReconnectingSocket | null = null;
  let lastId = 0;
  let stops: (() => void)[] = [];

  const setState = (next: FeedState): void => {
    if (next === state) return;
    state = next;
    for (const listener of stateListeners) listener(next);
  };
  const isPaused = (): boolean => !platform.visibility.isVisible();
  const nextId = (): string => {
    lastId += 1;
    return `rate-${lastId}`;
  };
  const socketOf = (entry: Entry): ReconnectingSocket | null => entry.socket ?? shared;

  const markAnswered = (entry: Entry): void => {
    entry.answeredAt = Date.now();
    setState('live');
  };
  const deliver = (entry: Entry, answer: unknown): void => {
    markAnswered(entry);
    if (isPairData(answer)) entry.listener.onRate(answer);
    else entry.listener.onError(new ApiError('ERR_BAD_REQUEST', 'The pair data lack required fields.'));
  };
  const refuse = (entry: Entry, error: ApiError): void => {
    if (isTemporary(error)) {
      // The host can't answer at present. The next silence check retries, not this answer.
      entry.answeredAt = Date.now() - SILENCE_MS + RATE_POLL_MS;
      return setState('lost');
    }
    markAnswered(entry);
    entry.listener.onError(error);
  };

  const request = (entry: Entry): void => {
    const withId = entry.socket === null;
    const message: LiveRequest = { event: 'pairs.rates', data: { ...entry.input, ...(withId && { subscriptionId: entry.id }) } };
    socketOf(entry)?.send(JSON.stringify(message));
  };
  const forget = (entry: Entry): void => {
    entry.polling?.abort();
    entry.polling = null;
    if (entry.socket) return;
    const message: LiveUnsubscribe = { event: 'pairs.unsubscribe', data: { subscriptionId: entry.id } };
    shared?.send(JSON.stringify(message));
  };

  const poll = async (entry: Entry): Promise<void> => {
    if (entry.polling) return;
    const controller = new AbortController();
    entry.polling = controller;
    try {
      const answer: unknown = await platform.transport.call('rates.one', entry.input, { signal: controller.signal });
      if (!controller.signal.aborted) deliver(entry, answer);
    } catch (error) {
      if (controller.signal.aborted) return;
      refuse(entry, error instanceof ApiError ? error : new ApiError('ERR_SERVICE_UNAVAILABLE', 'The service did not answer.'));
    } finally {
      if (entry.polling === controller) entry.polling = null;
    }
  };

  const receive = (text: string, own: Entry | null): void => {
    const message = readLiveMessage(text);
    if (!message) return;
    const entry = own ?? entries.get(message.subscriptionId ?? '');
    if (!entry) {
      // The host announced ids but does not echo them. From now on each subscription has its own socket.
      if (message.subscriptionId === null && !message.error) separate();
      return;
    }
    if (message.error) return refuse(entry, message.error);
    if (own && isPairData(message.data) && !answers(message.data, entry.input)) return;
    deliver(entry, message.data);
  };

  const openShared = (): ReconnectingSocket =>
    createReconnectingSocket(platform.live, {
      onOpen: () => entries.forEach((entry) => entry.socket === null && request(entry)),
      onMessage: (text) => receive(text, null),
      onDown: () => undefined,
      isPaused,
    });
  const openOwn = (entry: Entry): void => {
    entry.socket = createReconnectingSocket(platform.live, {
      onOpen: () => request(entry),
      onMessage: (text) => receive(text, entry),
      onDown: () => undefined,
      isPaused,
    });
  };
  const separate = (): void => {
    shared?.close();
    shared = null;
    for (const entry of entries.values()) if (!entry.socket) openOwn(entry);
  };

  /** Polls over HTTP for subscriptions without a recent socket answer. */
  const watch = (): void => {
    if (isPaused()) return;
    if (shared && entries.size > 0 && shared.silentMs() > DEAD_MS) shared.restart();
    for (const entry of entries.values()) {
      const socket = socketOf(entry);
      const silentMs = Date.now() - entry.answeredAt;
      const isDown = !socket?.isOpen;
      if (isDown && socket && socket.failures > 0 && silentMs > SILENCE_MS) setState('lost');
      if (silentMs > (isDown ? RATE_POLL_MS : SILENCE_MS)) void poll(entry);
    }
  };
  const wake = (): void => {
    shared?.wake();
    for (const entry of entries.values()) {
      entry.socket?.wake();
      if (!socketOf(entry)?.isOpen) void poll(entry);
    }
  };
  const open = (): void => {
    if (stops.length > 0) return;
    const timer = setInterval(watch, WATCH_MS);
    stops = [
      () => clearInterval(timer),
      platform.visibility.onChange((visible) => visible && wake()),
      platform.onConnectivityChange((online) => (online ? wake() : setState('lost'))),
    ];
  };
  /** The first answer is urgent. A page that already shows one can wait longer. */
  const dueNow = (): number => Date.now() - SILENCE_MS + ANSWER_MS;

  return {
    get state() {
      return state;
    },
    onStateChange: (listener) => {
      stateListeners.add(listener);
      return () => void stateListeners.delete(listener);
    },
    subscribe: (input, listener, isKnown = false) => {
      open();
      const entry: Entry = {
        id: nextId(),
        input,
        listener,
        socket: null,
        answeredAt: isKnown ? Date.now() : dueNow(),
        polling: null,
      };
      entries.set(entry.id, entry);
      if (hasSubscriptionIds()) shared ??= openShared();
      else openOwn(entry);
      if (socketOf(entry)?.isOpen) request(entry);
      return {
        change: (next) => {
          forget(entry);
          entries.delete(entry.id);
          entry.id = nextId();
          entry.input = next;
          entry.answeredAt = dueNow();
          entries.set(entry.id, entry);
          if (socketOf(entry)?.isOpen) request(entry);
          else void poll(entry);
        },
        close: () => {
          forget(entry);
          entry.socket?.close();
          entries.delete(entry.id);
        },
      };
    },
    close: () => {
      stops.forEach((stop) => stop());
      stops = [];
      shared?.close();
      shared = null;
      setState('connecting');
      for (const entry of entries.values()) {
        entry.polling?.abort();
        entry.socket?.close();
      }
      entries.clear();
    },
  };
}
