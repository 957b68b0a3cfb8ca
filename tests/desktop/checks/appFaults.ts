import { expect } from 'vitest';
import type { DesktopBridge } from '../../../contract/ipc.ts';
import { appUrl, launchApp, reachUrl, type RunningApp } from '../support/launchApp.ts';
import type { Page } from 'playwright';

/** Leads nowhere: no test reaches the network. */
const FOREIGN = 'https://foreign.example/';
const FOREIGN_PAGE = 'data:text/html,<title>Foreign</title>';

declare global {
  /** What the app gave to the system to open. */
  var openedOutside: string[];
}

/** Starts the app of a folder and returns what it allows a page although it must not, as sentences; none if it is right. */
export async function appFaults(folder: string): Promise<string[]> {
  const app = await launchApp({ folder, environment: { API_URL: 'http://127.0.0.1:9' } });
  try {
    const page = await app.firstWindow();
    await page.waitForLoadState();
    await app.electron.evaluate(({ shell }) => {
      globalThis.openedOutside = [];
      shell.openExternal = (url) => Promise.resolve(void globalThis.openedOutside.push(url));
    });
    if (!(await page.evaluate(() => 'desktop' in globalThis))) return ['The page has no bridge.'];
    return [...(await policyFaults(page)), ...(await navigationFaults(app, page)), ...(await senderFaults(app, page))];
  } finally {
    await app.dispose();
  }
}

async function policyFaults(page: Page): Promise<string[]> {
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.hasRun = true';
    document.head.append(script);
    return 'hasRun' in globalThis;
  });
  return ran ? ['A script inside the page ran.'] : [];
}

/** A page that tries to leave the app stays, and the system's browser opens the address. */
async function navigationFaults(app: RunningApp, page: Page): Promise<string[]> {
  const opened = () => app.electron.evaluate(() => globalThis.openedOutside);
  let hasLeft = false;
  page.on('requestfailed', (request) => (hasLeft ||= request.url() === FOREIGN));
  await page.evaluate((url) => location.assign(url), FOREIGN);
  const ends = async () => hasLeft || !appUrl(page.url()).startsWith('app:') || (await opened()).includes(FOREIGN);
  await expect.poll(ends).toBe(true);
  return (await opened()).includes(FOREIGN) ? [] : ['The page left the app.'];
}

/** Another page in the window has the bridge too, because the preload script runs there. The main process must refuse its calls. */
async function senderFaults(app: RunningApp, page: Page): Promise<string[]> {
  await app.electron.evaluate(({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(url), FOREIGN_PAGE);
  await reachUrl(page, ({ protocol }) => protocol === 'data:');
  const refusal = await page.evaluate(async () => {
    const { desktop } = globalThis as unknown as { desktop: DesktopBridge };
    return desktop.call['app.start'](null).then(
      () => null,
      (error: unknown) => String(error),
    );
  });
  return refusal?.includes('This frame may not call the app.') ? [] : ['A foreign page called the main process.'];
}
