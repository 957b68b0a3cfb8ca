import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HandlerDetails, LoadURLOptions, WebPreferences, WindowOpenHandlerResponse } from 'electron';
import { emitForContents } from './app.ts';
import { RECEIVE, SEND, type FromPage, type ToPage } from './bridge/preload.ts';
import { pageScript, PRELOAD_WORLD, preloadScript } from './bridge/scripts.ts';
import { unlessGone, type CdpSession, type Protocol } from './chromium/cdp.ts';
import type { Target } from './chromium/targets.ts';
import { contextMenuParams } from './contextMenuParams.ts';
import { createMainFrame } from './frame.ts';
import { createEvent, Emitter, guard, missing, type Part } from './guard.ts';
import { targets } from './host.ts';
import { codec, ipcMain } from './ipc.ts';
import { fromChromium, registeredScheme, toChromium } from './schemes.ts';
import { sessionOf, type Session } from './session.ts';
import { nativeTheme } from './theme.ts';

const EVENTS = [
  'did-finish-load',
  'did-fail-load',
  'did-start-navigation',
  'did-navigate',
  'did-navigate-in-page',
  'dom-ready',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'will-attach-webview',
  'page-title-updated',
  'preload-error',
  'unresponsive',
  'responsive',
  'render-process-gone',
  'context-menu',
  'destroyed',
];
/** What Electron reports on Linux when a page is made to crash */
const CRASH = { reason: 'crashed', exitCode: 5 };

type OpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse;

const byTarget = new Map<string, WebContents>();
let lastId = 0;

/** A page. Chromium opens it with the first `loadURL`. */
export class WebContents extends Emitter implements Part<Electron.WebContents, 'mainFrame' | 'session'> {
  readonly id: number;
  readonly session: Session;
  readonly mainFrame = createMainFrame();
  private readonly preferences: WebPreferences;
  private readonly self: Electron.WebContents;
  private readonly window: { requestClose(): boolean };
  private readonly secret = crypto.randomUUID();
  private page: Promise<Target> | null = null;
  private cdp: CdpSession | null = null;
  /** The execution context of the preload, while a document is shown */
  private context: number | null = null;
  /** The URL that the app itself loads, without its fragment, until Chromium asks for it */
  private loading: string | null = null;
  /** The document whose load event came last, and who waits for that of another one: ids of Chromium */
  private loadedId = '';
  private readonly waitingForLoad = new Map<string, () => void>();
  private openHandler: OpenHandler | null = null;
  private readonly openDecisions: boolean[] = [];
  private title = '';
  private hasCrashed = false;
  private isGone = false;

  constructor(preferences: WebPreferences, window: { requestClose(): boolean }) {
    super('webContents', EVENTS);
    lastId += 1;
    this.id = lastId;
    this.preferences = preferences;
    this.window = window;
    this.session = sessionOf(preferences);
    const self = guard('webContents', this);
    this.self = self as unknown as Electron.WebContents;
    return self;
  }

  async loadURL(url: string, _options?: LoadURLOptions): Promise<void> {
    this.page ??= this.open();
    const { session } = await this.page;
    this.loading = toChromium(url).replace(/#.*/s, '');
    const { errorText, loaderId } = await session.send('Page.navigate', { url: toChromium(url) });
    if (errorText === undefined) {
      if (loaderId !== undefined && loaderId !== this.loadedId) {
        await new Promise<void>((resolve) => void this.waitingForLoad.set(loaderId, resolve));
      }
      return;
    }
    this.emit('did-fail-load', createEvent({}), -2, errorText, url, true);
    throw new Error(`${errorText} (-2) loading '${url}'`);
  }

  send(channel: string, ...args: unknown[]): void {
    this.deliver({ kind: 'event', channel, args: codec.encode(args) });
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  getTitle(): string {
    return this.title;
  }

  reload(): void {
    this.loading = toChromium(this.getURL()).replace(/#.*/s, '');
    // A page that crashed cannot reload itself.
    const command = this.hasCrashed
      ? this.cdp?.send('Page.navigate', { url: toChromium(this.getURL()) })
      : this.cdp?.send('Page.reload', {});
    if (command) void unlessGone(command);
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    if (this.cdp === null) throw missing('webContents.executeJavaScript before loadURL');
    const { result, exceptionDetails } = await this.cdp.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  }

  forcefullyCrashRenderer(): void {
    // Chromium does not answer this command.
    if (this.cdp) void unlessGone(this.cdp.send('Page.crash'));
  }

  isCrashed(): boolean {
    return this.hasCrashed;
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  openDevTools(): void {}

  cut(): void {
    this.edit('Cut');
  }

  copy(): void {
    this.edit('Copy');
  }

  paste(): void {
    this.edit('Paste');
  }

  selectAll(): void {
    this.edit('SelectAll');
  }

  close(_options?: { waitForBeforeUnload?: boolean }): void {
    this.window.requestClose();
  }

  /** Called by the window: returns its page, if `loadURL` was called. */
  target(): Promise<Target> | null {
    return this.page;
  }

  /** Called by the window when its page has closed. */
  destroy(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.context = null;
    this.emit('destroyed');
  }

  /** Returns whether the page that this one has just opened may stay. */
  takeOpenDecision(): boolean {
    return this.openDecisions.shift() ?? false;
  }

  private async open(): Promise<Target> {
    const target = await (await targets).open();
    const { session } = target;
    this.cdp = session;
    byTarget.set(target.id, this.self as unknown as WebContents);
    await session.send('Runtime.runIfWaitingForDebugger');
    // The preload must not run in the empty document that the window starts with. Its load event may be over by now.
    while (!(await this.isEmptyDocumentLoaded(session))) await sleep(10);
    this.listen(session, target.id);
    const { preload, additionalArguments = [] } = this.preferences;
    const source = preload === undefined ? null : readFileSync(preload, 'utf8');
    await session.send('Page.enable');
    await Promise.all([
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
      session.send('Inspector.enable'),
      session.send('Runtime.addBinding', { name: SEND, executionContextName: PRELOAD_WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(this.secret) }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: preloadScript(this.secret, source, additionalArguments),
        worldName: PRELOAD_WORLD,
      }),
      session.send('Runtime.enable'),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      this.applyTheme(),
    ]);
    const follow = (): void => void this.applyTheme();
    nativeTheme.on('updated', follow);
    this.once('destroyed', () => nativeTheme.off('updated', follow));
    return target;
  }

  private async isEmptyDocumentLoaded(session: CdpSession): Promise<boolean> {
    const { result } = await session.send('Runtime.evaluate', {
      expression: "location.protocol === 'data:' && document.readyState === 'complete'",
    });
    return result.value === true;
  }

  private listen(session: CdpSession, mainFrameId: string): void {
    session.on('Fetch.requestPaused', (paused) => {
      const isDocument = paused.resourceType === 'Document' && paused.frameId === mainFrameId;
      void unlessGone(isDocument ? this.navigate(session, paused) : this.session.protocol.answer(session, paused));
    });
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === PRELOAD_WORLD && context.auxData?.['frameId'] === mainFrameId) this.context = context.id;
    });
    session.on('Runtime.executionContextsCleared', () => (this.context = null));
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === SEND) this.receive(JSON.parse(payload) as FromPage, executionContextId);
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== mainFrameId) return;
      this.hasCrashed = false;
      this.mainFrame.url = fromChromium(frame.url + (frame.urlFragment ?? ''));
      this.emit('did-navigate', createEvent({}), this.getURL(), 200, 'OK');
      // The setting ends with the document.
      void this.applyTheme();
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId !== mainFrameId) return;
      this.mainFrame.url = fromChromium(url);
      this.emit('did-navigate-in-page', createEvent({}), this.getURL(), true);
    });
    session.on('Page.domContentEventFired', () => this.emit('dom-ready', createEvent({})));
    session.on('Page.lifecycleEvent', ({ name, frameId, loaderId }) => {
      // Chromium repeats the events of the empty document.
      if (name !== 'load' || frameId !== mainFrameId || this.getURL() === '') return;
      this.loadedId = loaderId;
      this.emit('did-finish-load', createEvent({}));
      this.waitingForLoad.get(loaderId)?.();
      this.waitingForLoad.delete(loaderId);
    });
    session.on('Page.downloadWillBegin', ({ url }) => this.session.download(fromChromium(url), this.self));
    session.on('Page.windowOpen', (opened) => this.openDecisions.push(this.decideOpen(opened)));
    session.on('Inspector.targetCrashed', () => {
      this.hasCrashed = true;
      this.context = null;
      this.emit('render-process-gone', createEvent({}), CRASH);
      emitForContents('render-process-gone', this.self, CRASH);
    });
  }

  /** Answers the request of a document, unless the app refuses the navigation. */
  private async navigate(session: CdpSession, paused: Protocol.Fetch.requestPausedPayload): Promise<void> {
    const url = fromChromium(paused.request.url + (paused.request.urlFragment ?? ''));
    const isRedirect = paused.redirectedRequestId !== undefined;
    const isOwn = this.loading === paused.request.url;
    this.loading = null;
    if (!isOwn && this.isRefused(url, isRedirect)) {
      await session.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' });
      return;
    }
    this.emit('did-start-navigation', this.navigation(url), url, false, true);
    if (registeredScheme(url) !== null) await this.session.applyPermissions(session, this.self, url);
    await this.session.protocol.answer(session, paused);
  }

  private isRefused(url: string, isRedirect: boolean): boolean {
    const events = isRedirect ? ['will-redirect'] : ['will-frame-navigate', 'will-navigate'];
    return events.some((name) => {
      const event = this.navigation(url);
      this.emit(name, event, url, false, true);
      return event.defaultPrevented;
    });
  }

  private navigation(url: string) {
    return createEvent({ url, isSameDocument: false, isMainFrame: true, frame: this.mainFrame, initiator: this.mainFrame });
  }

  private receive(message: FromPage, context: number): void {
    switch (message.kind) {
      case 'navigate':
        if (this.isRefused(message.text, false)) return;
        // Electron hands the address of another scheme, such as mailto:, to the system.
        if (registeredScheme(message.text) === null && !/^https?:/i.test(message.text)) return;
        void unlessGone(this.loadURL(message.text));
        return;
      case 'contextMenu':
        this.emit('context-menu', createEvent({}), contextMenuParams(message.place, this.mainFrame));
        return;
      case 'title':
        this.setTitle(message.text);
        return;
      case 'preloadError':
        console.error(`Unable to load preload script: ${this.preferences.preload}\n${message.text}`);
        this.emit('preload-error', createEvent({}), this.preferences.preload, new Error(message.text));
        return;
      case 'invoke':
      case 'send': {
        // Electron's senderFrame is null if the document has been replaced since.
        const senderFrame = context === this.context ? this.mainFrame : null;
        const event = { type: 'frame', sender: this.self, senderFrame, frameId: 1, processId: this.mainFrame.processId };
        void ipcMain.receive(message, event, (answer) => {
          if (context === this.context) this.deliver(answer);
        });
      }
    }
  }

  private deliver(message: ToPage): void {
    if (this.cdp === null || this.context === null) return;
    const expression = `${RECEIVE}(${JSON.stringify(JSON.stringify(message))})`;
    void unlessGone(this.cdp.send('Runtime.evaluate', { expression, contextId: this.context }));
  }

  /** Returns whether the app lets the page open another one. Without a handler Electron does. */
  private decideOpen({ url, windowName, windowFeatures }: Protocol.Page.windowOpenPayload): boolean {
    if (this.openHandler === null) return true;
    const { action } = this.openHandler({
      url: fromChromium(url),
      frameName: windowName === '_blank' ? '' : windowName,
      features: windowFeatures.join(','),
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'strict-origin-when-cross-origin' },
    });
    return action === 'allow';
  }

  /** Runs a command of Chromium's editor in the focused field. */
  private edit(command: string): void {
    if (this.cdp) void unlessGone(this.cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] }));
  }

  private setTitle(title: string): void {
    if (title === this.title || title === '') return;
    this.title = title;
    this.emit('page-title-updated', createEvent({}), title, true);
  }

  private async applyTheme(): Promise<void> {
    const { themeSource } = nativeTheme;
    const value = themeSource === 'system' ? '' : themeSource;
    if (this.cdp && !this.isGone) {
      await unlessGone(this.cdp.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] }));
    }
  }
}

/** Called for a page that the page `openerId` has opened. */
export const mayOpen = (openerId: string): boolean => byTarget.get(openerId)?.takeOpenDecision() ?? false;

export const webContents = guard('webContents', {
  /** Playwright finds the window of a page with it. */
  fromDevToolsTargetId: (id: string) => byTarget.get(id),
  getAllWebContents: () => [...byTarget.values()].filter((contents) => !contents.isDestroyed()),
});
