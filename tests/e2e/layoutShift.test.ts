import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser/browser.ts';
import { exchangeForm } from '../support/browser/exchangeForm.ts';
import { recordShifts } from '../support/browser/layoutShift.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
const { visit } = useSite();

const LIMIT = 0.005;

/** Lets matching requests through when told to. Returns the function that does. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Until what has changed is painted. */
const painted = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('does not move on %s when scripts, fonts and answers come late', async (_, device) => {
  const { page, close } = await visit(device);
  const shifts = await recordShifts(page);
  const release = await Promise.all(
    ['**/assets/*.js', '**/assets/*.woff2', '**/api/v2/**'].map((pattern) => hold(page, pattern)),
  );
  await page.goto('/exchange-btc-usdttrc20', { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  // One after another: each has its own frames in which something could move.
  for (const next of release) {
    next();
    await painted(page);
  }
  await exchangeForm(page, say)
    .button(say('exchange.button.destination', { coin: 'USDT' }))
    .waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await painted(page);
  const { total, moved } = await shifts();
  expect(total, moved.join('\n')).toBeLessThanOrEqual(LIMIT);
  await close();
});
