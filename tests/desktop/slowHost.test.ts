import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveLocally } from '../support/serveLocally.ts';
import { launchApp, type RunningApp } from './support/launchApp.ts';

/** Shorter than the time after which a call of the host fails */
const SOON_MS = 8_000;

let app: RunningApp;
let host: Awaited<ReturnType<typeof serveLocally>>;
beforeAll(async () => {
  // It accepts each connection and answers nothing.
  host = await serveLocally(() => undefined);
  app = await launchApp({ environment: { API_URL: host.url } });
});
afterAll(async () => {
  await app.dispose();
  await host.close();
});

it('shows the frame of the window while the host does not answer', async () => {
  const page = await app.firstWindow();
  await page.getByRole('complementary', { name: 'Watch list' }).waitFor({ timeout: SOON_MS });
  expect(await page.getByRole('main').getByRole('status').getAttribute('aria-busy')).toBe('true');
  // It works without the host.
  await page.keyboard.press('Control+,');
  await page.getByRole('dialog', { name: 'Preferences' }).waitFor({ timeout: SOON_MS });
});
