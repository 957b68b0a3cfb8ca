import { EventEmitter } from 'node:events';
import type { IpcMainInvokeEvent, IpcRendererEvent, WebContents } from 'electron';

type Handler = (event: IpcMainInvokeEvent, input: unknown) => unknown;
type Listener = (event: IpcRendererEvent, message: unknown) => void;

/**
 * The parts of the module `electron` that the bridge and its handlers use, in memory and without a window. Values are copied on
 * their way, as IPC copies them. Preload script and page are the first window's.
 */
export function createInMemoryElectron() {
  const handlers = new Map<string, Handler>();
  const listeners = new Map<string, Set<Listener>>();
  const exposed: Record<string, unknown> = {};
  const opened: string[] = [];
  let copied = '';
  let isDenied = false;

  const contentsOf = (id: number): WebContents => {
    const contents = Object.assign(new EventEmitter(), {
      id,
      mainFrame: { url: 'app://bundle/' },
      isDestroyed: () => false,
      send: (channel: string, message: unknown): void => {
        if (id !== 1) return;
        const copy: unknown = structuredClone(message);
        for (const listener of listeners.get(channel) ?? []) listener({} as IpcRendererEvent, copy);
      },
    });
    return contents as unknown as WebContents;
  };
  const first = contentsOf(1);
  const second = contentsOf(2);
  const invoke = async (sender: WebContents, channel: string, input: unknown): Promise<unknown> => {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    const event = { sender, senderFrame: sender.mainFrame } as IpcMainInvokeEvent;
    return structuredClone(await handler(event, structuredClone(input)));
  };
  const clipboard = <Value>(action: () => Value): Promise<Value> =>
    isDenied ? Promise.reject(new Error('The clipboard is not available.')) : Promise.resolve(action());

  return {
    module: {
      app: { getVersion: () => '1.0.0', on: () => undefined },
      BrowserWindow: { getAllWindows: () => [{ webContents: first }, { webContents: second }] },
      clipboard: {
        readText: () => clipboard(() => copied),
        writeText: (text: string) => clipboard(() => void (copied = text)),
      },
      contextBridge: { exposeInMainWorld: (name: string, value: unknown) => void (exposed[name] = value) },
      dialog: {},
      ipcMain: { handle: (channel: string, handler: Handler) => void handlers.set(channel, handler) },
      ipcRenderer: {
        invoke: (channel: string, input: unknown) => invoke(first, channel, input),
        on: (channel: string, listener: Listener) => {
          listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
        },
        off: (channel: string, listener: Listener) => void listeners.get(channel)?.delete(listener),
      },
      nativeTheme: { themeSource: 'system' },
      protocol: {},
      session: {},
      shell: { openExternal: (url: string) => Promise.resolve(void opened.push(url)) },
    },
    exposed,
    opened,
    denyClipboard: () => (isDenied = true),
    invokeFromSecondWindow: (channel: string, input: unknown) => invoke(second, channel, input),
    reset: () => {
      handlers.clear();
      listeners.clear();
      opened.length = 0;
      copied = '';
      isDenied = false;
    },
  };
}
