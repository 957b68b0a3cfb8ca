import type { CdpConnection, CdpSession } from './cdp.ts';
import type { Chromium } from './process.ts';

/** A page of Chromium with the session that drives it. */
export interface Target {
  id: string;
  session: CdpSession;
}

/** Opens pages in windows of their own, and reports the pages that pages open. */
export class Targets {
  private readonly chromium: Chromium;
  private readonly connection: CdpConnection;
  private readonly opening = new Map<string, (target: Target) => void>();
  private readonly closed = new Map<string, () => void>();
  /** Returns whether the page that `openerId` opened may stay. */
  private readonly mayOpen: (openerId: string) => boolean;

  constructor(chromium: Chromium, mayOpen: (openerId: string) => boolean) {
    this.chromium = chromium;
    this.connection = chromium.connection;
    this.mayOpen = mayOpen;
  }

  async start(): Promise<void> {
    const { browser } = this.connection;
    browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const session = this.connection.session(sessionId);
      const open = this.opening.get(targetInfo.url);
      if (open) {
        this.opening.delete(targetInfo.url);
        open({ id: targetInfo.targetId, session });
      } else if (targetInfo.openerId !== undefined) {
        void this.decide(targetInfo.targetId, targetInfo.openerId, session).catch(() => undefined);
      } else {
        session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
      }
    });
    browser.on('Target.targetDestroyed', ({ targetId }) => this.closed.get(targetId)?.());
    await browser.send('Target.setDiscoverTargets', { discover: true });
    await browser.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    });
  }

  /** Resolves to a page that shows an empty document. */
  open(): Promise<Target> {
    // Chromium does not offer the first request of a window to Fetch, so this request must not need an answer.
    const url = `data:text/html,<!--${crypto.randomUUID()}-->`;
    return new Promise((resolve) => {
      this.opening.set(url, resolve);
      this.chromium.openWindow(url);
    });
  }

  onClose(targetId: string, listener: () => void): void {
    this.closed.set(targetId, listener);
  }

  async close(targetId: string): Promise<void> {
    await this.connection.browser.send('Target.closeTarget', { targetId });
  }

  /** A page that waits for the debugger shares its opener's renderer: closing it before it runs would hang the opener. */
  private async decide(targetId: string, openerId: string, session: CdpSession): Promise<void> {
    session.on('Fetch.requestPaused', ({ requestId }) => {
      session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => undefined);
    });
    await Promise.all([
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
    if (!this.mayOpen(openerId)) await this.close(targetId);
  }
}
