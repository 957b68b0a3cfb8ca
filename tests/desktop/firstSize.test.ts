import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type Site } from '../support/browser/site.ts';
import { loadWords } from '../support/browser/words.ts';
import { launchApp, type RunningApp } from './support/launchApp.ts';

/** The height under which a chart says nothing, in pixels */
const CHART_HEIGHT = 140;

let site: Site;
let app: RunningApp;
beforeAll(async () => {
  site = await startSite();
  app = await launchApp({ environment: { API_URL: site.url } });
});
afterAll(async () => {
  await app.dispose();
  await site.stop();
});

it('shows the whole form with its terms, and a chart, in a first window', async () => {
  const say = await loadWords('en');
  const page = await app.firstWindow();
  await page
    .getByRole('complementary', { name: say('desk.watch'), exact: true })
    .getByRole('link', { name: 'BTC / USDT', exact: true })
    .click();
  const terms = page.getByRole('main').getByRole('checkbox').last();
  await terms.waitFor();
  const sizeOf = () =>
    page.evaluate(() => {
      const main = document.querySelector('main');
      const chart = main?.querySelector('svg[role="img"], figure, [role="img"]')?.getBoundingClientRect().height ?? 0;
      return { hidden: main ? main.scrollHeight - main.clientHeight : -1, chart, content: innerHeight };
    });
  // The chart comes with the prices of the day, after the form.
  await expect
    .poll(sizeOf)
    .toEqual({ hidden: 0, chart: expect.toSatisfy((height: number) => height >= CHART_HEIGHT) as number, content: 900 });
  expect(await terms.isVisible()).toBe(true);
});
