import type { PairData, RateInput } from '../../contract/api/rates.ts';
import { ApiError } from '../../contract/errors.ts';
import { RATE_POLL_MS } from '../../contract/limits.ts';
import type { LiveRequest, LiveUnsubscribe } from '../../contract/live.ts';
import type { Platform } from '../../contract/platform.ts';
import { readLiveMessage } from './liveMessage.ts';
import { answers, isPairData } from './pairData.ts';
import { createReconnectingSocket, type ReconnectingSocket } from './reconnectingSocket.ts';

/** `live`: rates arrive, by socket or by polling; `lost`: neither does, and what is shown is old (D24). */
export type FeedState = 'connecting' | 'live' | 'lost';

export interface RateListener {
  onRate(data: PairData): void;
  /** The host refuses this request: an error of the catalogue. What is merely lost is not told here but by the state. */
  onError(error: ApiError): void;
}

export interface RateSubscription {
  /** Asks for something else from now on; answers to what was asked before are no longer told. */
  change(input: RateInput): void;
  close(): void;
}

export interface LiveFeed {
  readonly state: FeedState;
  onStateChange(listener: (state: FeedState) => void): () => void;
  /** `isKnown`: the page came with this answer, so there is no hurry. */
  subscribe(input: RateInput, listener: RateListener, isKnown?: boolean): RateSubscription;
  close(): void;
}

interface Entry {
  id: string;
  input: RateInput;
  listener: RateListener;
  /** Its own where the host knows no subscription ids. */
  socket: ReconnectingSocket | null;
  heardAt: number;
  polling: AbortController | null;
}

/** How long a socket may leave a request unanswered, and how long it may be silent, before HTTP is asked. */
const ANSWER_MS = 1_500;
const SILENCE_MS = 2 * RATE_POLL_MS;
/** A host of ours renews a quote every 10 s at least: an open socket that is silent for longer than this is dead. */
const DEAD_MS = 4 * RATE_POLL_MS;
const WATCH_MS = 500;
const PASSING = new Set(['ERR_SERVICE_UNAVAILABLE', 'ERR_INTERNAL_SERVER_ERROR', 'ERR_TOO_MANY_REQUESTS']);

/** A failure that says nothing about the request: the last value stays, and we go on trying. */
export const isPassing = ({ code }: ApiError): boolean => PASSING.has(code);

type Shell = Pick<Platform, 'live' | 'transport' | 'visibility' | 'onConnectivityChange'>;

/**
 * Live rates (D37): one socket for all where the host announces subscription ids (D30), else one each; when it is down
 * or silent, HTTP polling. Connects with the first subscription.
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
  const nextId = (): string => {
    lastId += 1;
    return `rate-${lastId}`;
  };
  const socketOf = (entry: Entry): ReconnectingSocket | null => entry.socket ?? shared;

  const heard = (entry: Entry): void => {
    entry.heardAt = Date.now();
    setState('live');
  };
  const tell = (entry: Entry, answer: unknown): void => {
    heard(entry);
    if (isPairData(answer)) entry.listener.onRate(answer);
    else entry.listener.onError(new ApiError('ERR_BAD_REQUEST', 'The pair data lack required fields.'));
  };
  const refuse = (entry: Entry, error: ApiError): void => {
    if (isPassing(error)) {
      // The host answers that it can't answer: asked again with the next silence, not at once.
      entry.heardAt = Date.now() - SILENCE_MS + RATE_POLL_MS;
      return setState('lost');
    }
    heard(entry);
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
      if (!controller.signal.aborted) tell(entry, answer);
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
      // The host announced ids and does not echo them: from now on each subscription gets its own socket.
      if (message.subscriptionId === null && !message.error) separate();
      return;
    }
    if (message.error) return refuse(entry, message.error);
    if (own && isPairData(message.data) && !answers(message.data, entry.input)) return;
    tell(entry, message.data);
  };

  const openShared = (): ReconnectingSocket =>
    createReconnectingSocket(platform.live, {
      onOpen: () => entries.forEach((entry) => entry.socket === null && request(entry)),
      onMessage: (text) => receive(text, null),
      onDown: () => undefined,
    });
  const openOwn = (entry: Entry): void => {
    entry.socket = createReconnectingSocket(platform.live, {
      onOpen: () => request(entry),
      onMessage: (text) => receive(text, entry),
      onDown: () => undefined,
    });
  };
  const separate = (): void => {
    shared?.close();
    shared = null;
    for (const entry of entries.values()) if (!entry.socket) openOwn(entry);
  };

  /** Asks HTTP for whatever the sockets owe us. */
  const watch = (): void => {
    if (shared && entries.size > 0 && shared.silentMs() > DEAD_MS) shared.restart();
    for (const entry of entries.values()) {
      const socket = socketOf(entry);
      const silentMs = Date.now() - entry.heardAt;
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
  /** The first answer must come soon; a page that already shows it can wait a little longer. */
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
        heardAt: isKnown ? Date.now() : dueNow(),
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
          entry.heardAt = dueNow();
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
