import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { ownEnvironment } from '../../support/ownEnvironment.ts';
import { findDesktopHost } from './desktopHost.ts';

export interface LaunchOptions {
  /** The folder with the app's package.json; otherwise this repository's, whose bundle is `out/` */
  folder?: string;
  /** Arguments after the folder, such as a `causeway://` link */
  args?: string[];
  environment?: Record<string, string>;
  /** Such as "ru"; otherwise "en" */
  language?: string;
}

/** The app that runs. Its data are in a folder of their own, which lives until `dispose`. */
export interface RunningApp {
  /** Playwright's object; another one after `relaunch` */
  readonly electron: ElectronApplication;
  /** False after the app's process has ended */
  readonly isRunning: boolean;
  /** The parent of the userData folder */
  readonly data: string;
  /** What the app's process has printed */
  readonly output: string;
  /** Resolves to the first window, when it shows a page of the app. */
  firstWindow(): Promise<Page>;
  /** Resolves to the window that the action opens, when it shows a page of the app. */
  openedBy(action: () => Promise<unknown>): Promise<Page>;
  /** Quits as a person does. */
  close(): Promise<void>;
  /** Ends the process without warning. */
  kill(): Promise<void>;
  /** Starts the app again on the same data. It must have ended. */
  relaunch(options?: LaunchOptions): Promise<void>;
  /** Starts the app a second time on the same data. Returns the exit code. */
  secondInstance(args: string[]): Promise<number | null>;
  /** Ends the app and removes its data. */
  dispose(): Promise<void>;
}

/** How long the app, a window or a page may take on a busy machine. Milliseconds. */
const PATIENCE_MS = 180_000;

/** Starts the app on Electron or on the stand-in. */
export async function launchApp(first: LaunchOptions = {}): Promise<RunningApp> {
  const { executablePath } = findDesktopHost();
  // Short, because the stand-in's Unix socket has a path of at most 108 characters.
  const data = mkdtempSync(join(tmpdir(), 'cw-'));
  let current = first;
  let output = '';
  let hasEnded = false;

  const processOptions = ({ folder = process.cwd(), args = [], environment = {}, language = 'en' }: LaunchOptions) => ({
    args: [`--lang=${language}`, folder, ...args],
    // Electron puts the userData folder into this one, on Linux.
    env: {
      ...ownEnvironment(),
      LANGUAGE: language,
      XDG_CONFIG_HOME: data,
      // The keyring of the person who runs the tests must stay as it is. A test that needs one starts its own.
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(data, 'no-bus')}`,
      ...environment,
    } as Record<string, string>,
  });

  async function launch(): Promise<ElectronApplication> {
    const launched = await _electron.launch({ executablePath, timeout: PATIENCE_MS, ...processOptions(current) });
    launched.context().setDefaultTimeout(PATIENCE_MS);
    hasEnded = false;
    const child = launched.process();
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('exit', () => (hasEnded = true));
    return launched;
  }

  const removeData = (): void => rmSync(data, { recursive: true, force: true });
  let electron = await launch().catch((error: unknown) => {
    removeData();
    throw error;
  });
  const running: RunningApp = {
    get electron() {
      return electron;
    },
    get isRunning() {
      return !hasEnded;
    },
    data,
    get output() {
      return output;
    },
    firstWindow: async () => showsApp(await electron.firstWindow({ timeout: PATIENCE_MS }), () => output),
    openedBy: async (action) => {
      const opened = electron.waitForEvent('window', { timeout: PATIENCE_MS });
      await action();
      return showsApp(await opened, () => output);
    },
    close: async () => {
      if (!hasEnded) await electron.close();
    },
    kill: async () => {
      if (hasEnded) return;
      const child = electron.process();
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    relaunch: async (options) => {
      current = options ?? current;
      electron = await launch();
    },
    secondInstance: async (args) => {
      const options = processOptions({ ...current, args });
      const child = spawn(executablePath, ['--no-sandbox', ...options.args], { env: options.env, stdio: 'ignore' });
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
    dispose: async () => {
      try {
        await running.close();
        failOnRejections(data);
      } finally {
        removeData();
      }
    },
  };
  return running;
}

/** Throws if the app has logged an unhandled rejection, after which it keeps running. */
function failOnRejections(data: string): void {
  const lines = globSync('*/logs/main.log', { cwd: data }).flatMap((file) => readFileSync(join(data, file), 'utf8').split('\n'));
  const rejection = lines.find((line) => line.includes('unhandledRejection'));
  if (rejection !== undefined) throw new Error(`The app did not handle a rejection: ${rejection}`);
}

async function showsApp(page: Page, output: () => string): Promise<Page> {
  try {
    await reachUrl(page, (url) => url.protocol === 'app:');
  } catch (error) {
    throw new Error(`The window shows no page of the app. The app printed:\n${output()}`, { cause: error });
  }
  return page;
}

/**
 * Waits until the page shows a URL, as the app knows it, and has loaded. Unlike Playwright's `waitForURL`, it
 * tolerates interrupted navigations: a new window leaves its empty document, and the app refuses navigations.
 */
export async function reachUrl(page: Page, isReached: (url: URL) => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  const hasReached = (): boolean => {
    // A new page has no URL yet.
    const url = URL.parse(appUrl(page.url()));
    return url !== null && isReached(url);
  };
  while (!hasReached()) {
    if (Date.now() > end) throw new Error(`The page still shows ${page.url()}`);
    await sleep(20);
  }
  await page.waitForLoadState();
}

/** Returns a URL of a page as the app knows it. The stand-in shows `app://bundle/x` as `https://bundle.app.invalid/x`. */
export function appUrl(url: string): string {
  return url.replace(/^https:\/\/([\w.-]+)\.app\.invalid\//, 'app://$1/');
}
