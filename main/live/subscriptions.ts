import { readLiveMessage, type LiveAnswer } from '../../contract/client/liveMessage.ts';
import { createReconnectingSocket, type ReconnectingSocket } from '../../contract/client/reconnectingSocket.ts';
import type { LiveRequest, LiveUnsubscribe, OrderUnwatch, OrderWatch } from '../../contract/live.ts';
import type { LiveTransport } from '../../contract/platform.ts';

/** What one subscription of the main process asks for, and who gets the answers. */
export interface Topic {
  start(subscriptionId: string): LiveRequest | OrderWatch;
  end(subscriptionId: string): LiveUnsubscribe | OrderUnwatch;
  onMessage(answer: LiveAnswer): void;
  /** No answer for {@link SILENCE_MS}: the topic reads its value over HTTP. Called again after as long. */
  onSilence(): void;
}

interface Subscription {
  /** Sends the request again, because it has changed. */
  renew(): void;
  end(): void;
}

/** The subscriptions of the main process itself. They reconnect as the windows' do (D37). */
export interface Subscriptions {
  add(topic: Topic): Subscription;
  /** Reconnects, because the network is back. */
  wake(): void;
}

/** In ms. A Causeway host sends a quote at least every 10 s, and confirms an order every 5 s. */
const SILENCE_MS = 15_000;
const CHECK_MS = 5_000;

export function createSubscriptions(live: LiveTransport, now: () => number = Date.now): Subscriptions {
  interface Entry {
    id: string;
    topic: Topic;
    heardAt: number;
  }
  const entries = new Map<string, Entry>();
  let socket: ReconnectingSocket | null = null;
  let timer: ReturnType<typeof setInterval> | null = null;
  let lastId = 0;

  const send = (message: ReturnType<Topic['start' | 'end']>): void => void socket?.send(JSON.stringify(message));
  const open = (): ReconnectingSocket =>
    createReconnectingSocket(live, {
      onOpen: () => entries.forEach(({ id, topic }) => send(topic.start(id))),
      onMessage: (text) => {
        const answer = readLiveMessage(text);
        const entry = entries.get(answer?.subscriptionId ?? '');
        if (!answer || !entry) return;
        entry.heardAt = now();
        entry.topic.onMessage(answer);
      },
      onDown: () => undefined,
    });
  const check = (): void => {
    for (const entry of entries.values()) {
      if (now() - entry.heardAt <= SILENCE_MS) continue;
      entry.heardAt = now();
      entry.topic.onSilence();
    }
  };
  const closeIfUnused = (): void => {
    if (entries.size > 0) return;
    if (timer) clearInterval(timer);
    timer = null;
    socket?.close();
    socket = null;
  };
  const enter = (entry: Entry): void => {
    lastId += 1;
    // An answer to an earlier request has another id.
    entry.id = `main-${lastId}`;
    entries.set(entry.id, entry);
    timer ??= setInterval(check, CHECK_MS);
    if (socket) send(entry.topic.start(entry.id));
    else socket = open();
  };
  const leave = ({ id, topic }: Entry): void => {
    if (entries.delete(id)) send(topic.end(id));
  };

  return {
    add: (topic) => {
      const entry: Entry = { id: '', topic, heardAt: now() };
      enter(entry);
      return {
        renew: () => {
          leave(entry);
          enter(entry);
        },
        end: () => {
          leave(entry);
          closeIfUnused();
        },
      };
    },
    wake: () => socket?.wake(),
  };
}
