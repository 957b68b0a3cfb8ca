/** How a value crosses between the two worlds of a page. Chromium clones what "value" holds. */
type Crossing =
  | ['value', unknown]
  | ['function' | 'promise', number]
  | ['array', Crossing[]]
  | ['object', (readonly [string, Crossing])[]];

type Message =
  | { kind: 'call'; id: number; args: Crossing[] }
  | { kind: 'settle'; id: number; isFulfilled: boolean; value: Crossing }
  | { kind: 'expose'; key: string; value: Crossing };

interface Reply {
  isOk: boolean;
  value: Crossing;
}

export interface World {
  /** Gives the other world an object under this name of its global object. Functions in it run in this world. */
  expose(key: string, api: unknown): void;
}

/**
 * Connects the page's own world or the preload's with the other, as Electron's contextBridge does: functions, promises and
 * errors pass both ways, other values as copies. The text of this function runs in both worlds, so it uses nothing from outside
 * of itself. It assigns no array elements, because the page could have put a setter on `Array.prototype`.
 *
 * @param name a secret of this window: the page must not send these events itself
 * @param own the world that the text runs in
 */
export function connectWorlds(name: string, own: 'page' | 'preload'): World {
  const other = own === 'page' ? 'preload' : 'page';
  const MAX_DEPTH = 1_000;
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  let lastId = 0;
  let reply: Reply | null = null;

  const dispatch = (type: string, detail: unknown): void =>
    void document.dispatchEvent(new CustomEvent(`${name}-${type}-${other}`, { detail }));
  const listen = (type: string, listener: (detail: unknown) => void): void =>
    document.addEventListener(`${name}-${type}-${own}`, (event) => listener((event as CustomEvent).detail));

  function send(message: Message): unknown {
    reply = null;
    dispatch('message', message);
    const received = reply as Reply | null;
    if (received === null) throw new Error('The other world does not answer.');
    const value = arrive(received.value);
    if (!received.isOk) throw value;
    return value;
  }

  function leave(value: unknown, depth = 0): Crossing {
    if (depth > MAX_DEPTH) throw new Error('Object is too deep to send over the bridge.');
    if (typeof value === 'function') {
      lastId += 1;
      functions.set(lastId, value as (...args: unknown[]) => unknown);
      return ['function', lastId];
    }
    if (value instanceof Promise) {
      lastId += 1;
      const id = lastId;
      value.then(
        (result) => send({ kind: 'settle', id, isFulfilled: true, value: leave(result) }),
        (error: unknown) => send({ kind: 'settle', id, isFulfilled: false, value: leave(error) }),
      );
      return ['promise', id];
    }
    if (Array.isArray(value)) return ['array', value.map((item) => leave(item, depth + 1))];
    const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
    if (prototype === Object.prototype || prototype === null)
      return ['object', Object.entries(value as object).map(([key, item]) => [key, leave(item, depth + 1)] as const)];
    try {
      return ['value', structuredClone(value)];
    } catch {
      throw new Error('An object could not be cloned.');
    }
  }

  function arrive(crossing: Crossing): unknown {
    switch (crossing[0]) {
      case 'value':
        return crossing[1];
      case 'array':
        return crossing[1].map(arrive);
      case 'object':
        return Object.fromEntries(crossing[1].map(([key, item]) => [key, arrive(item)]));
      case 'function': {
        const id = crossing[1];
        return (...args: unknown[]) => send({ kind: 'call', id, args: args.map((item) => leave(item)) });
      }
      case 'promise': {
        const id = crossing[1];
        return new Promise((resolve, reject) => void promises.set(id, { resolve, reject }));
      }
    }
  }

  function freeze(value: unknown): unknown {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || Object.isFrozen(value)) return value;
    Object.freeze(value);
    for (const item of Object.values(value)) freeze(item);
    return value;
  }

  function answer(message: Message): unknown {
    switch (message.kind) {
      case 'call': {
        const called = functions.get(message.id);
        if (called === undefined) throw new Error('The other world calls a function that does not exist.');
        return called(...message.args.map(arrive));
      }
      case 'settle': {
        const promise = promises.get(message.id);
        promises.delete(message.id);
        const value = arrive(message.value);
        if (message.isFulfilled) promise?.resolve(value);
        else promise?.reject(value);
        return undefined;
      }
      case 'expose': {
        if (message.key in globalThis) throw new Error('Cannot bind an API on top of an existing property on the window object');
        Object.defineProperty(globalThis, message.key, { value: freeze(arrive(message.value)), enumerable: true });
        return undefined;
      }
    }
  }

  function answerSafely(message: Message): Reply {
    try {
      return { isOk: true, value: leave(answer(message)) };
    } catch (error) {
      return { isOk: false, value: leave(error) };
    }
  }

  listen('message', (message) => dispatch('reply', answerSafely(message as Message)));
  listen('reply', (received) => {
    reply = received as Reply;
  });
  return { expose: (key, api) => void send({ kind: 'expose', key, value: leave(api) }) };
}
