import type { LiveConnection, LiveTransport } from '../../contract/platform.ts';
import { endText, isState, readAsked, readShared, startText, type Asked, type Shared, type Start } from './sharedSubscription.ts';

type Handlers = Parameters<LiveTransport['connect']>[0];

/**
 * Live connections over one connection to the host. A connection opens when the one to the host is open, and closes with it. Then
 * its client reconnects and subscribes again, as it does with a socket of its own.
 */
export interface LiveHub extends LiveTransport {
  /** Ends the connection to the host, which may be dead after the computer has slept. The clients reconnect. */
  restart(): void;
}

interface Client {
  handlers: Handlers;
  /** By the client's own id */
  subscriptions: Map<string, Subscriber>;
  /** A connection of its own to a host without subscription ids */
  own: LiveConnection | null;
}

interface Topic {
  id: string;
  key: string;
  request: Start;
  /** The last value, for a new subscriber */
  latest: Shared | null;
  subscribers: Set<Subscriber>;
}

interface Subscriber {
  topic: Topic;
  client: Client;
  /** The client's own id */
  id: string;
}

interface Upstream {
  connection: LiveConnection;
  isOpen: boolean;
}

/** Creates the hub. It connects to the host while it has clients. */
export function createLiveHub(live: LiveTransport): LiveHub {
  const clients = new Set<Client>();
  /** By their ids at the host */
  const topics = new Map<string, Topic>();
  let upstream: Upstream | null = null;
  let lastId = 0;

  const sharing = (): Client[] => [...clients].filter(({ own }) => own === null);

  const deliver = ({ client, id }: Subscriber, message: Shared): void =>
    client.handlers.onMessage(JSON.stringify({ ...message, subscriptionId: id }));

  const receive = (text: string): void => {
    const message = readShared(text);
    if (!message) {
      // Each client finds out for itself that the host has no subscription ids.
      for (const { handlers } of sharing()) handlers.onMessage(text);
      return;
    }
    const topic = topics.get(message.subscriptionId);
    if (!topic) return;
    if (isState(topic.request, message)) topic.latest = message;
    for (const subscriber of topic.subscribers) deliver(subscriber, message);
  };

  const open = (): void => {
    const isCurrent = (): boolean => upstream === opened;
    const opened: Upstream = {
      isOpen: false,
      connection: live.connect({
        onOpen: () => {
          if (!isCurrent()) return;
          opened.isOpen = true;
          for (const { handlers } of sharing()) handlers.onOpen();
        },
        onMessage: (text) => isCurrent() && receive(text),
        onClose: () => isCurrent() && drop(),
      }),
    };
    upstream = opened;
  };

  /** Closes the connections of all clients that share the one to the host. */
  const drop = (): void => {
    const { connection } = upstream ?? {};
    upstream = null;
    connection?.close();
    topics.clear();
    const dropped = sharing();
    for (const client of dropped) clients.delete(client);
    for (const client of dropped) client.handlers.onClose();
  };

  const closeIfUnused = (): void => {
    if (sharing().length > 0 || !upstream) return;
    const { connection } = upstream;
    upstream = null;
    connection.close();
  };

  const start = (client: Client, { id, key, request }: Extract<Asked, { kind: 'start' }>): void => {
    end(client, id);
    let topic = [...topics.values()].find((one) => one.key === key);
    if (!topic) {
      lastId += 1;
      topic = { id: `s${lastId}`, key, request, latest: null, subscribers: new Set() };
      topics.set(topic.id, topic);
      upstream?.connection.send(startText(request, topic.id));
    }
    const subscriber: Subscriber = { topic, client, id };
    topic.subscribers.add(subscriber);
    client.subscriptions.set(id, subscriber);
    // Not within the call, so that the client is ready for the answer.
    queueMicrotask(() => topic.latest && topic.subscribers.has(subscriber) && deliver(subscriber, topic.latest));
  };

  const end = (client: Client, id: string): void => {
    const subscriber = client.subscriptions.get(id);
    if (!subscriber) return;
    client.subscriptions.delete(id);
    const { topic } = subscriber;
    topic.subscribers.delete(subscriber);
    if (topic.subscribers.size > 0 || topics.get(topic.id) !== topic) return;
    topics.delete(topic.id);
    upstream?.connection.send(endText(topic.request, topic.id));
  };

  const leave = (client: Client): void => {
    for (const id of client.subscriptions.keys()) end(client, id);
    clients.delete(client);
    client.own?.close();
    closeIfUnused();
  };

  /** Gives a client a connection of its own, because the host can't tell apart what it asks for. */
  const separate = (client: Client, text: string): void => {
    const { handlers } = client;
    const pending = [text];
    let isOpen = false;
    const connection = live.connect({
      onOpen: () => {
        isOpen = true;
        for (const one of pending.splice(0)) connection.send(one);
      },
      onMessage: (message) => clients.has(client) && handlers.onMessage(message),
      onClose: () => clients.delete(client) && handlers.onClose(),
    });
    client.own = { send: (next) => (isOpen ? connection.send(next) : void pending.push(next)), close: () => connection.close() };
    closeIfUnused();
  };

  return {
    restart: () => {
      if (upstream) drop();
    },
    connect: (handlers) => {
      const client: Client = { handlers, subscriptions: new Map(), own: null };
      clients.add(client);
      if (!upstream) open();
      else if (upstream.isOpen) queueMicrotask(() => clients.has(client) && upstream?.isOpen && handlers.onOpen());
      return {
        send: (text) => {
          if (!clients.has(client)) return;
          if (client.own) return client.own.send(text);
          const asked = readAsked(text);
          if (asked?.kind === 'start') start(client, asked);
          else if (asked) end(client, asked.id);
          else separate(client, text);
        },
        close: () => {
          if (!clients.has(client)) return;
          leave(client);
          queueMicrotask(handlers.onClose);
        },
      };
    },
  };
}
