import type { Codec } from './codec.ts';
import type { World } from './worlds.ts';

/** What the preload's world sends to the main process. */
export type FromPage =
  | { kind: 'invoke'; id: number; channel: string; args: string }
  | { kind: 'send'; channel: string; args: string }
  | { kind: 'navigate' | 'title'; text: string }
  | { kind: 'contextMenu'; place: ClickedPlace }
  | { kind: 'preloadError'; text: string };

/** What Electron's `context-menu` event tells, as far as the stand-in knows it. */
export interface ClickedPlace {
  x: number;
  y: number;
  linkURL: string;
  isEditable: boolean;
  selectionText: string;
  isPassword: boolean;
}

/** What the main process sends to the preload's world. */
export type ToPage =
  | { kind: 'answer'; id: number; value: string }
  | { kind: 'rejection'; id: number; text: string }
  | { kind: 'event'; channel: string; args: string };

/** The function of the preload's world that takes a `ToPage` as JSON, and the one that takes a `FromPage`. */
export const RECEIVE = '__standinReceive';
export const SEND = '__standinSend';

type Preload = (require: (name: string) => unknown, module: { exports: object }, exports: object, process: object) => void;
type Listener = (event: object, ...args: unknown[]) => void;

interface Environment {
  codec: Codec;
  world: World;
  process: object;
  /** Global names of this world */
  receive: string;
  send: string;
}

/**
 * Runs the built preload as Electron's sandboxed renderer does: with `require('electron')` and a part of `process`, and nothing
 * else of Node. The text of this function runs in the preload's world, so it uses nothing from outside of itself.
 */
export function runPreload(preload: Preload, { codec, world, process, receive, send }: Environment): void {
  const globals = globalThis as unknown as Record<string, (text: string) => void>;
  const listeners = new Map<string, Listener[]>();
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const transmit = globals[send];
  let lastId = 0;

  function post(message: FromPage): void {
    transmit?.(JSON.stringify(message));
  }

  Object.defineProperty(globals, receive, {
    value: (text: string) => {
      const message = JSON.parse(text) as ToPage;
      if (message.kind === 'event') {
        const args = codec.decode(message.args) as unknown[];
        for (const listener of listeners.get(message.channel) ?? []) listener({ senderId: 0, ports: [] }, ...args);
        return;
      }
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'answer') call?.resolve(codec.decode(message.value));
      else call?.reject(new Error(message.text));
    },
  });

  function guard<T extends object>(name: string, object: T): T {
    return new Proxy(object, {
      get: (target, key) => {
        if (key in target || typeof key === 'symbol') return Reflect.get(target, key) as unknown;
        throw new Error(`not in the stand-in: ${name}.${key}`);
      },
    });
  }

  const remove = (channel: string, listener: Listener): void => {
    const kept = [...(listeners.get(channel) ?? [])];
    const index = kept.lastIndexOf(listener);
    if (index !== -1) kept.splice(index, 1);
    listeners.set(channel, kept);
  };
  const ipcRenderer = guard('ipcRenderer', {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const encoded = codec.encode(args);
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        post({ kind: 'invoke', id: lastId, channel, args: encoded });
      }),
    send: (channel: string, ...args: unknown[]) => post({ kind: 'send', channel, args: codec.encode(args) }),
    on: (channel: string, listener: Listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    off: remove,
    removeListener: remove,
  });
  const electron = guard('electron (in a preload)', {
    contextBridge: guard('contextBridge', { exposeInMainWorld: (key: string, api: unknown) => world.expose(key, api) }),
    ipcRenderer,
    // A file of a page under Chromium has no path.
    webUtils: guard('webUtils', { getPathForFile: (_file: File) => '' }),
  });

  // Electron asks the app before a navigation starts. Chromium asks when it has started, and would open a dialog of the system for
  // a scheme that it does not know. So the app is asked here before the page leaves its origin.
  navigation.addEventListener('navigate', (event) => {
    const { url } = event.destination;
    const isSameOrigin = location.origin !== 'null' && new URL(url).origin === location.origin;
    if (!event.cancelable || isSameOrigin || /^(?:data|blob|about|javascript):/i.test(url)) return;
    event.preventDefault();
    post({ kind: 'navigate', text: url });
  });
  // Chromium has a menu of its own, Electron has none. A page that prevents the event gets none on either.
  addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const target = event.target as Element;
    const field = target.closest<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    const link = target.closest<HTMLAnchorElement>('a[href]');
    const selected = field?.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) ?? String(getSelection());
    post({
      kind: 'contextMenu',
      place: {
        x: event.clientX,
        y: event.clientY,
        linkURL: link?.href ?? '',
        isEditable: field !== null && !field.readOnly && !field.disabled,
        selectionText: selected,
        isPassword: field?.type === 'password',
      },
    });
  });
  // Chromium reports a title too late or not at all.
  document.addEventListener('DOMContentLoaded', () => {
    const report = (): void => post({ kind: 'title', text: document.title });
    report();
    new MutationObserver(report).observe(document.head, { subtree: true, childList: true, characterData: true });
  });

  const module = { exports: {} };
  try {
    preload(
      (name) => {
        if (name === 'electron') return electron;
        throw new Error(`module not found: ${name}`);
      },
      module,
      module.exports,
      process,
    );
  } catch (error) {
    post({ kind: 'preloadError', text: String(error) });
  }
}
