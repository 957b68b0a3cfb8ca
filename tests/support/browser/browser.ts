import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { ensureChromium } from '../../../scripts/chromium.ts';

/** How long a page may take to show what it can show at once. Milliseconds. */
export const PATIENCE_MS = 25_000;
/** How long what waits for blocks, confirmations and the host's own rounds may take; on a busy machine all of them are late. */
export const CHAIN_PATIENCE_MS = 60_000;

export const PHONE = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions;
export const DESKTOP = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions;
export const RUSSIAN = { locale: 'ru-RU' } satisfies BrowserContextOptions;

/** Launches a headless Chromium. As root, Chromium does not start with its sandbox. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

export interface Visitor {
  page: Page;
  /** Errors of the page's console and scripts, and refused resources: a good visit has none. */
  problems: string[];
  /** Opens an address of the site and waits until the page has been taken over by its script. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

/** A new visitor with a clean profile. */
export async function visit(browser: Browser, siteUrl: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ ...DESKTOP, locale: 'en-US', baseURL: siteUrl, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
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
    // A handler may be in the middle of an answer, which ends with the context: nobody waits for it any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, problems, open, close };
}

/** React marks what it has taken over; before that a press goes nowhere, and no customer presses that fast. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}

/** Presses Tab until the element has the focus, as somebody without a pointer does. Throws when it can't be reached. */
export async function tabTo(target: Locator, most = 120): Promise<void> {
  const page = target.page();
  await target.waitFor();
  for (let presses = 0; presses <= most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}
