import { BrowserWindow, type WebContents } from 'electron';
import { appUrl } from '../shell/appScheme.ts';

export interface WindowState {
  /** "/ru/exchange-btc-usdttrc20" */
  path: string;
  sessionStorage: Readonly<Record<string, string>>;
}

/** The windows of the app. */
export interface Windows {
  open(path: string): BrowserWindow;
  stateOf(contents: WebContents): WindowState;
  /** Remembers the path that a window shows. */
  remember(contents: WebContents, path: string): void;
  /** Stores an entry of the window's session storage; null removes it. */
  store(contents: WebContents, key: string, value: string | null): void;
}

const SIZE = { width: 1280, height: 800, minWidth: 800, minHeight: 560 };

export function createWindows({ preload }: { preload: string }): Windows {
  const states = new Map<number, { path: string; entries: Map<string, string> }>();
  const stateOf = ({ id }: WebContents) => states.get(id) ?? { path: '/', entries: new Map<string, string>() };
  return {
    open: (path) => {
      const window = new BrowserWindow({
        ...SIZE,
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true },
      });
      const { webContents } = window;
      const { id } = webContents;
      states.set(id, { path, entries: new Map() });
      window.once('ready-to-show', () => window.show());
      window.on('closed', () => states.delete(id));
      void window.loadURL(appUrl('/'));
      return window;
    },
    stateOf: (contents) => {
      const { path, entries } = stateOf(contents);
      return { path, sessionStorage: Object.fromEntries(entries) };
    },
    remember: (contents, path) => {
      stateOf(contents).path = path;
    },
    store: (contents, key, value) => {
      const { entries } = stateOf(contents);
      if (value === null) entries.delete(key);
      else entries.set(key, value);
    },
  };
}
