import type { Browser, CDPSession, Page } from 'playwright';

export interface ColdVisit {
  page: Page;
  devtools: CDPSession;
  close(): Promise<void>;
}

/** Opens an empty page in a new browser profile. */
export async function coldVisit(browser: Browser, { cpuThrottling = 1 }: { cpuThrottling?: number } = {}): Promise<ColdVisit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  if (cpuThrottling > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottling });
  return { page, devtools, close: () => context.close() };
}

/** Resolves when React has hydrated the element, so that it reacts to input. */
export async function waitUntilAlive(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const element = document.querySelector(wanted);
      return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'));
    },
    selector,
    { polling: 10 },
  );
}
