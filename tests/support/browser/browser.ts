import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { sayMismatch } from './hydration.ts';
import { newClient } from './newClient.ts';

/** How long a page may take to show what needs no block. Milliseconds. */
const PATIENCE_MS = 180_000;

export const PHONE = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions;
export const DESKTOP = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions;
export const RUSSIAN = { locale: 'ru-RU' } satisfies BrowserContextOptions;

/** Launches a headless Chromium. As root, Chromium does not start with its sandbox. */
export async function launchBrowser(options: { args?: readonly string[] } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...(options.args ?? [])],
  });
}

export interface Visitor {
  page: Page;
  /** Errors of the console and of scripts, and resources that failed to load. */
  problems: string[];
  /** Opens a path of the site and waits until React has hydrated the page. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a page in a new, empty browser profile. */
export async function visit(browser: Browser, siteUrl: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const own = { ...DESKTOP, locale: 'en-US', baseURL: siteUrl, extraHTTPHeaders: newClient() };
  const context = await browser.newContext({ ...own, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(sayMismatch);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  const open = async (path: string) => {
    await page.goto(path);
    await takenOver(page);
  };
  const close = async () => {
    // A route handler may still be answering. Its error when the context closes is of no interest.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, problems, open, close };
}

/** Waits until React has hydrated the page. Before that a click has no effect. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}

/** Presses Tab until the element has the focus. Throws if it can't be reached. */
export async function tabTo(target: Locator, most = 120): Promise<void> {
  const page = target.page();
  await target.waitFor();
  for (let presses = 0; presses <= most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}
