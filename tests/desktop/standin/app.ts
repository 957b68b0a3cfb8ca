import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { BrowserWindow, WebContents } from 'electron';
import { createEvent, Emitter, guard, missing, type Part } from './guard.ts';
import { stopHost } from './host.ts';
import { delivered, requestLock } from './lock.ts';

const EVENTS = [
  'ready',
  'second-instance',
  'open-url',
  'open-file',
  'activate',
  'before-quit',
  'will-quit',
  'quit',
  'window-all-closed',
  'web-contents-created',
  'browser-window-created',
  'browser-window-focus',
  'browser-window-blur',
  'render-process-gone',
  'child-process-gone',
];

/** A window as `quit` needs it. */
interface Closable {
  /** Returns false if a listener prevented it. */
  requestClose(): boolean;
  destroy(): void;
}

interface Package {
  name: string;
  productName?: string;
  version: string;
}

class App extends Emitter implements Part<Electron.App, 'commandLine' | 'dock'> {
  readonly commandLine = guard('app.commandLine', {
    appendSwitch: (_name: string, _value?: string) => undefined,
    hasSwitch: (name: string) => this.switchValue(name) !== null,
    getSwitchValue: (name: string) => this.switchValue(name) ?? '',
  } satisfies Partial<Electron.CommandLine>);
  /** Electron sets it on macOS only. */
  readonly dock = undefined;
  readonly isPackaged = false;
  /** The other parts of the stand-in use the members below. The app under test can't see them in Electron's types. */
  readonly openWindows = new Set<Closable>();
  isExiting = false;
  private isQuitting = false;
  private isReadyNow = false;
  private readonly whenIsReady = Promise.withResolvers<void>();
  private readonly paths = new Map<string, string>();
  private appName = 'Electron';
  private appVersion = '0.0.0';
  private folder = process.cwd();

  constructor() {
    super('app', EVENTS);
  }

  /** Called once before the app's code runs. */
  load(folder: string, { name, productName, version }: Package): void {
    this.folder = folder;
    this.appName = productName ?? name;
    this.appVersion = version;
  }

  /** Called once, when windows can open. */
  becomeReady(): void {
    this.isReadyNow = true;
    this.emit('ready', createEvent({}), {});
    this.whenIsReady.resolve();
  }

  whenReady(): Promise<void> {
    return this.whenIsReady.promise;
  }

  isReady(): boolean {
    return this.isReadyNow;
  }

  quit(): void {
    if (this.isQuitting || this.isExiting) return;
    const event = createEvent({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.isQuitting = true;
    for (const window of this.openWindows) {
      if (!window.requestClose()) {
        this.isQuitting = false;
        return;
      }
    }
    if (this.openWindows.size === 0) this.endQuit();
  }

  /** Called when a window has closed. */
  windowClosed(): void {
    if (this.openWindows.size > 0 || this.isExiting) return;
    if (this.isQuitting) this.endQuit();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  exit(code = 0): void {
    if (this.isExiting) return;
    this.isExiting = true;
    for (const window of this.openWindows) window.destroy();
    this.emit('quit', createEvent({}), code);
    void Promise.all([stopHost(), delivered()]).then(() => process.exit(code));
  }

  /** Electron starts the new process when this one ends. The stand-in's caller starts it, so that it can drive it. */
  relaunch(_options?: Electron.RelaunchOptions): void {}

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    return requestLock(
      this.getPath('userData'),
      { argv: process.argv, workingDirectory: process.cwd(), additionalData },
      ({ argv, workingDirectory, additionalData: data }) =>
        this.emit('second-instance', createEvent({}), argv, workingDirectory, data),
    );
  }

  getPath(name: string): string {
    const path = this.paths.get(name) ?? this.defaultPath(name);
    if (path === null) throw missing(`app.getPath('${name}')`);
    return path;
  }

  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }

  getAppPath(): string {
    return this.folder;
  }

  getName(): string {
    return this.appName;
  }

  setName(name: string): void {
    this.appName = name;
  }

  getVersion(): string {
    return this.appVersion;
  }

  /** Returns the language as Electron on Linux finds it: --lang, then the environment. */
  getLocale(): string {
    const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = process.env;
    const language = this.switchValue('lang') ?? [LANGUAGE, LC_ALL, LC_MESSAGES, LANG].find(Boolean) ?? '';
    const [tag = ''] = language.split(/[:.]/);
    return tag === '' || tag === 'C' || tag === 'POSIX' ? 'en-US' : tag.replace('_', '-');
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()];
  }

  setAsDefaultProtocolClient(_scheme: string, _path?: string, _args?: string[]): boolean {
    return true;
  }

  setAppUserModelId(_id: string): void {}

  enableSandbox(): void {}

  private endQuit(): void {
    const event = createEvent({});
    this.emit('will-quit', event);
    this.isQuitting = !event.defaultPrevented;
    if (this.isQuitting) this.exit();
  }

  private defaultPath(name: string): string | null {
    const home = homedir();
    switch (name) {
      case 'home':
        return home;
      case 'appData':
        return process.env['XDG_CONFIG_HOME'] ?? join(home, '.config');
      case 'userData':
      case 'sessionData':
        return this.switchValue('user-data-dir') ?? join(this.getPath('appData'), this.appName);
      case 'logs':
        return join(this.getPath('userData'), 'logs');
      case 'crashDumps':
        return join(this.getPath('userData'), 'Crashpad');
      case 'temp':
        return tmpdir();
      case 'exe':
        return process.execPath;
      case 'downloads':
        return join(home, 'Downloads');
      case 'documents':
        return join(home, 'Documents');
      case 'desktop':
        return join(home, 'Desktop');
      default:
        return null;
    }
  }

  private switchValue(name: string): string | null {
    const found = process.argv.find((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
    return found === undefined ? null : found.slice(name.length + 3);
  }
}

export const app = guard('app', new App());

/** Emits an event of `app` about one of its windows. */
export function emitForWindow(event: 'browser-window-created' | 'browser-window-focus', window: BrowserWindow): void {
  app.emit(event, createEvent({}), window);
}

/** Emits an event of `app` about the contents of a window. */
export function emitForContents(
  event: 'web-contents-created' | 'render-process-gone',
  contents: WebContents,
  details?: object,
): void {
  app.emit(event, createEvent({}), contents, details);
}
