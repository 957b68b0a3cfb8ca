import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { BrowserWindowConstructorOptions, Rectangle, WebPreferences } from 'electron';
import { app, emitForContents, emitForWindow } from './app.ts';
import { unlessGone } from './chromium/cdp.ts';
import { WebContents } from './contents.ts';
import { createEvent, Emitter, guard, type Part } from './guard.ts';
import { targets } from './host.ts';

const EVENTS = [
  'ready-to-show',
  'close',
  'closed',
  'focus',
  'blur',
  'show',
  'hide',
  'resize',
  'resized',
  'move',
  'moved',
  'minimize',
  'restore',
  'maximize',
  'unmaximize',
  'enter-full-screen',
  'leave-full-screen',
  'page-title-updated',
  'unresponsive',
  'responsive',
];
/** The title and menu bar of Electron's window on Linux, in pixels */
const FRAME_HEIGHT = 56;
const DEFAULT_SIZE = { width: 800, height: 600 };

const windows = new Set<BrowserWindow>();
let focused: BrowserWindow | null = null;
let lastId = 0;

/** The options that keep a page away from Node and from other origins. The stand-in can't apply them, so it insists on them. */
function checkPreferences(preferences: WebPreferences): void {
  const faults = [
    preferences.sandbox !== true && 'sandbox must be true',
    preferences.contextIsolation !== true && 'contextIsolation must be true',
    preferences.nodeIntegration !== false && 'nodeIntegration must be false',
    preferences.webSecurity === false && 'webSecurity must not be false',
    preferences.nodeIntegrationInSubFrames && 'nodeIntegrationInSubFrames must not be true',
    preferences.nodeIntegrationInWorker && 'nodeIntegrationInWorker must not be true',
    preferences.allowRunningInsecureContent && 'allowRunningInsecureContent must not be true',
    preferences.experimentalFeatures && 'experimentalFeatures must not be true',
    preferences.webviewTag && 'webviewTag must not be true',
    !(isAbsolute(preferences.preload ?? '') && existsSync(preferences.preload ?? '')) && 'preload must be the path of a file',
    preferences.preload?.endsWith('.mjs') && 'preload must be CommonJS, because it runs in the sandbox',
  ].filter((fault) => typeof fault === 'string');
  if (faults.length > 0) throw new Error(`webPreferences: ${faults.join(', ')}`);
}

/**
 * A window of Chromium without an address bar. There is no window manager: shown, focused, minimised, maximised and full screen
 * are states without an effect on the screen.
 */
export class BrowserWindow extends Emitter implements Part<Electron.BrowserWindow, 'webContents'> {
  readonly id: number;
  readonly webContents: WebContents;
  private readonly self: BrowserWindow;
  private bounds: Rectangle;
  private currentTitle: string;
  private isShown: boolean;
  private state: 'normal' | 'minimized' | 'maximized' | 'fullscreen' = 'normal';
  private isGone = false;

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focused;
  }

  static fromWebContents(contents: WebContents | Electron.WebContents): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents.id === contents.id) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.id === id) ?? null;
  }

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', EVENTS);
    const { webPreferences = {}, x = 0, y = 0, width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height } = options;
    checkPreferences(webPreferences);
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    lastId += 1;
    this.id = lastId;
    this.bounds = { x, y, width, height: height + (options.useContentSize === true ? FRAME_HEIGHT : 0) };
    this.currentTitle = options.title ?? app.getName();
    this.isShown = options.show !== false;
    const self = guard('BrowserWindow', this);
    this.self = self;
    this.webContents = new WebContents(webPreferences, self);
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    this.webContents.on('page-title-updated', (_event, title: string, isExplicit: boolean) => {
      const event = createEvent({});
      this.emit('page-title-updated', event, title, isExplicit);
      if (!event.defaultPrevented) this.currentTitle = title;
    });
    windows.add(self);
    app.openWindows.add(self);
    emitForContents('web-contents-created', this.webContents as unknown as Electron.WebContents);
    emitForWindow('browser-window-created', self as unknown as Electron.BrowserWindow);
    if (this.isShown) this.focus();
    return self;
  }

  async loadURL(url: string, options?: Electron.LoadURLOptions): Promise<void> {
    const isFirst = this.webContents.target() === null;
    const loaded = this.webContents.loadURL(url, options);
    if (isFirst) await this.watch();
    await loaded;
  }

  close(): void {
    this.requestClose();
  }

  /** Closes the window. Returns false if a listener prevented it. */
  requestClose(): boolean {
    if (this.isGone) return true;
    const event = createEvent({});
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    setImmediate(() => this.destroy());
    return true;
  }

  destroy(): void {
    const page = this.webContents.target();
    this.end();
    if (page) void unlessGone(page.then(async ({ id }) => (await targets).close(id)));
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  show(): void {
    this.isShown = true;
    this.emit('show');
    this.focus();
  }

  showInactive(): void {
    this.isShown = true;
    this.emit('show');
  }

  hide(): void {
    this.isShown = false;
    this.blur();
    this.emit('hide');
  }

  isVisible(): boolean {
    return this.isShown;
  }

  focus(): void {
    if (focused === this.self) return;
    focused?.blur();
    focused = this.self;
    this.emit('focus');
    emitForWindow('browser-window-focus', this.self as unknown as Electron.BrowserWindow);
    const page = this.webContents.target();
    if (page) void unlessGone(page.then(({ session }) => session.send('Page.bringToFront')));
  }

  blur(): void {
    if (focused !== this.self) return;
    focused = null;
    this.emit('blur');
  }

  isFocused(): boolean {
    return focused === this.self;
  }

  minimize(): void {
    this.setState('minimized', 'minimize');
  }

  isMinimized(): boolean {
    return this.state === 'minimized';
  }

  maximize(): void {
    this.setState('maximized', 'maximize');
  }

  unmaximize(): void {
    this.setState('normal', 'unmaximize');
  }

  isMaximized(): boolean {
    return this.state === 'maximized';
  }

  restore(): void {
    this.setState('normal', 'restore');
  }

  setFullScreen(isFullScreen: boolean): void {
    this.setState(isFullScreen ? 'fullscreen' : 'normal', isFullScreen ? 'enter-full-screen' : 'leave-full-screen');
  }

  isFullScreen(): boolean {
    return this.state === 'fullscreen';
  }

  getBounds(): Rectangle {
    return { ...this.bounds };
  }

  getNormalBounds(): Rectangle {
    return { ...this.bounds };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
    void this.applyBounds();
    this.emit('resize');
    this.emit('move');
  }

  getTitle(): string {
    return this.currentTitle;
  }

  setTitle(title: string): void {
    this.currentTitle = title;
  }

  setMenuBarVisibility(_isVisible: boolean): void {}

  flashFrame(_isFlashing: boolean): void {}

  private setState(state: 'normal' | 'minimized' | 'maximized' | 'fullscreen', event: string): void {
    this.state = state;
    this.emit(event);
  }

  /** Follows the page that the first `loadURL` opened. */
  private async watch(): Promise<void> {
    const target = await this.webContents.target();
    if (target === null) return;
    (await targets).onClose(target.id, () => this.end());
    await this.applyBounds();
  }

  private async applyBounds(): Promise<void> {
    const target = await this.webContents.target();
    if (target === null) return;
    // Chromium shows these windows without a frame.
    const { x: left, y: top, width } = this.bounds;
    const height = this.bounds.height - FRAME_HEIGHT;
    const { windowId } = await target.session.send('Browser.getWindowForTarget');
    await unlessGone(target.session.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } }));
  }

  private end(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.blur();
    windows.delete(this.self);
    app.openWindows.delete(this.self);
    this.webContents.destroy();
    this.emit('closed');
    app.windowClosed();
  }
}
