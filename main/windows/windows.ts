import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { AppCommand, IpcEventName, IpcEvents } from '../../contract/ipc.ts';
import { DEFAULT_LOCALE, localizePath, splitLocale, type LocaleCode } from '../../contract/paths/locales.ts';
import { brand } from '../brand.ts';
import { send } from '../ipc.ts';
import type { Log } from '../logs/log.ts';
import { appUrl } from '../shell/appUrl.ts';
import { askToReload, tellLimit } from './dialogs.ts';
import { fitBounds } from './fitBounds.ts';
import { recoverFromCrashes } from './recovery.ts';
import type { WindowState, WindowStates } from './windowStates.ts';

/** The windows of the app. Paths have no prefix of a language, except those that a window itself gives. */
export interface Windows {
  /** Opens the windows that were open when the app ended, or one. */
  restore(): void;
  /** Opens a window; at the limit it tells the customer instead. `path` may have the prefix of a language. */
  open(path: string): void;
  /** Brings a window to the front and shows a page in it. Opens a window if there is none. */
  show(path?: string): void;
  /** Sends an event to the window in front as soon as its page listens. Opens a window if there is none. */
  send<Name extends IpcEventName>(name: Name, event: IpcEvents[Name]): void;
  /** Brings a window to the front and sends it the command. Opens a window if there is none. */
  command(command: AppCommand): void;
  /** Returns what a page that starts has to show. */
  begin(contents: WebContents): Pick<WindowState, 'path' | 'sessionStorage'>;
  /** Remembers the path that a window shows. */
  remember(contents: WebContents, path: string): void;
  /** Stores an entry of the window's session storage; null removes it. */
  store(contents: WebContents, key: string, value: string | null): void;
  /** The window that was in front last */
  front(): WebContents | null;
  /** The path that the focused window shows; null if the customer uses another program. */
  focusedPath(): string | null;
  /** The language of the window in front */
  locale(): LocaleCode;
  /** Keeps the states of all windows for the next start. Call it before the app closes them. */
  keepAll(): void;
}

interface WindowsOptions {
  preload: string;
  /** Without developer tools */
  isPackaged: boolean;
  states: WindowStates;
  log: Log;
  /** The language while there was no window yet */
  systemLocale: LocaleCode;
  onLocale: (locale: LocaleCode) => void;
}

interface OpenWindow {
  window: BrowserWindow;
  state: WindowState;
  /** The page listens to events. */
  isListening: boolean;
  /** Events for a page that does not listen yet */
  waiting: (() => void)[];
}

const MAX_WINDOWS = 12;
/** The content of the window that the design was drawn for: form, terms and chart without scrolling. */
const SIZE = { width: 1280, height: 900 };
/** Title and menu bar, in pixels */
const FRAME_HEIGHT = 64;
const MIN_SIZE = { minWidth: 800, minHeight: 560 };

export function createWindows({ preload, isPackaged, states, log, systemLocale, onLocale }: WindowsOptions): Windows {
  const windows = new Map<number, OpenWindow>();
  let front: OpenWindow | null = null;
  let locale = states.all()[0] ? localeOf(states.all()[0]) : systemLocale;
  let isQuitting = false;

  const bringToFront = (one: OpenWindow): void => {
    front = one;
    if (localeOf(one.state) === locale) return;
    locale = localeOf(one.state);
    onLocale(locale);
  };
  const openState = (state: WindowState): OpenWindow => {
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
    const window = new BrowserWindow({
      // Stored bounds include the frame of the window.
      ...(state.bounds ? fitBounds(state.bounds, areas) : { ...firstSize(areas[0]), useContentSize: true }),
      ...MIN_SIZE,
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? brand.frameColour.dark : brand.frameColour.light,
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        devTools: !isPackaged,
        // It would download dictionaries from another company's server.
        spellcheck: false,
      },
    });
    const { webContents } = window;
    const { id } = webContents;
    const one: OpenWindow = { window, state, isListening: false, waiting: [] };
    const stopListening = (): void => void (one.isListening = false);
    webContents.on('render-process-gone', stopListening);
    webContents.on('did-navigate', stopListening);
    windows.set(id, one);
    bringToFront(one);
    if (state.isMaximized) window.maximize();
    const keepPlace = (): void => {
      if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
      states.change(state, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() }, 'later');
    };
    window.on('resize', keepPlace);
    window.on('move', keepPlace);
    window.on('focus', () => bringToFront(one));
    window.once('ready-to-show', () => window.show());
    window.on('closed', () => {
      windows.delete(id);
      if (front === one) {
        front = null;
        const next = [...windows.values()].at(-1);
        if (next) bringToFront(next);
      }
      if (!isQuitting) states.close(state);
    });
    recoverFromCrashes(webContents, {
      log,
      now: Date.now,
      ask: (question, signal) => askToReload(window, question, localeOf(state), signal),
      close: () => window.destroy(),
    });
    void window.loadURL(appUrl('/'));
    return one;
  };
  const restore = (): void => {
    const stored = states.all().slice(0, MAX_WINDOWS);
    if (stored.length > 0) for (const state of stored) openState(state);
    else openState(states.add(localizePath(locale, '/')));
  };
  const frontOrNew = (): OpenWindow => {
    if (!front) restore();
    return front ?? openState(states.add('/'));
  };
  const stateOf = ({ id }: WebContents): WindowState | null => windows.get(id)?.state ?? null;
  const sendTo = <Name extends IpcEventName>(one: OpenWindow, name: Name, event: IpcEvents[Name]): void => {
    const deliver = (): void => send(one.window.webContents, name, event);
    if (one.isListening) deliver();
    else one.waiting.push(deliver);
  };

  return {
    restore,
    open: (path) => {
      if (windows.size >= MAX_WINDOWS) {
        focus(frontOrNew().window);
        void tellLimit(frontOrNew().window, MAX_WINDOWS, locale);
        return;
      }
      // Without an open window, the new one takes the position of the last closed one.
      const [kept] = windows.size === 0 ? states.all() : [];
      const state = kept ?? states.add(inLocale(path, locale));
      states.change(state, { path: inLocale(path, locale) });
      openState(state);
    },
    show: (path) => {
      const one = frontOrNew();
      focus(one.window);
      if (path !== undefined) sendTo(one, 'app.navigate', { path: inLocale(path, localeOf(one.state)) });
    },
    send: (name, event) => sendTo(frontOrNew(), name, event),
    command: (command) => {
      const one = frontOrNew();
      focus(one.window);
      sendTo(one, 'app.command', { command });
    },
    begin: (contents) => {
      const state = stateOf(contents);
      return { path: state?.path ?? '/', sessionStorage: state?.sessionStorage ?? {} };
    },
    remember: (contents, path) => {
      const one = windows.get(contents.id);
      if (!one) return;
      states.change(one.state, { path });
      if (one === front) bringToFront(one);
      one.isListening = true;
      for (const deliver of one.waiting.splice(0)) deliver();
    },
    store: (contents, key, value) => {
      const state = stateOf(contents);
      if (!state) return;
      const { [key]: _replaced, ...others } = state.sessionStorage;
      states.change(state, { sessionStorage: value === null ? others : { ...others, [key]: value } });
    },
    front: () => front?.window.webContents ?? null,
    focusedPath: () => {
      const focused = BrowserWindow.getFocusedWindow();
      return focused && (stateOf(focused.webContents)?.path ?? null);
    },
    locale: () => locale,
    keepAll: () => {
      isQuitting = true;
      states.flush();
    },
  };
}

const localeOf = (state: WindowState | undefined): LocaleCode => splitLocale(pathnameOf(state?.path ?? '/')).locale;
const pathnameOf = (path: string): string => path.split(/[?#]/, 1)[0] ?? path;

/** A path that has a language keeps it. */
function inLocale(path: string, locale: LocaleCode): string {
  return splitLocale(pathnameOf(path)).locale === DEFAULT_LOCALE ? localizePath(locale, path) : path;
}

/** Returns the size of the content of a first window. */
const firstSize = (area: { width: number; height: number } | undefined): { width: number; height: number } => ({
  width: Math.min(SIZE.width, area?.width ?? SIZE.width),
  height: Math.min(SIZE.height, (area?.height ?? Infinity) - FRAME_HEIGHT),
});

function focus(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
