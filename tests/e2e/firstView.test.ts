import { expect, test } from 'vitest';
import { RUSSIAN } from '../support/browser/browser.ts';
import { exchangeForm } from '../support/browser/exchangeForm.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const { visit } = useSite();

const SIZES = [
  { width: 1440, height: 1000 },
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 360, height: 800 },
];
const PHONE_WIDTH = 360;
/** From this height on there is room for the consent beside the button. */
const LEAST_HEIGHT = 1_000;

test.concurrent.each([
  ['en', '', {}],
  ['ru', '/ru', RUSSIAN],
] as const)('shows the form’s button and consent without scrolling: %s', async (locale, prefix, options) => {
  const say = await loadWords(locale);
  const { page, open, close } = await visit(options);
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    for (const path of ['/', '/exchange-btc-usdttrc20']) {
      await open(`${prefix}${path}`);
      const form = exchangeForm(page, say);
      for (const rate of [form.floating, form.fixed]) {
        await rate.check();
        await page.evaluate(() => scrollTo(0, 0));
        const box = await form.button(say('exchange.button.destination', { coin: 'USDT' })).boundingBox();
        expect(box?.y).toBeGreaterThan(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
        // On a phone and a low screen the box comes with the end of the form: there is no room for both.
        const consent = await form.terms.boundingBox();
        const hasRoom = viewport.width > PHONE_WIDTH && viewport.height >= LEAST_HEIGHT;
        if (hasRoom) expect((consent?.y ?? Infinity) + (consent?.height ?? 0)).toBeLessThan(box?.y ?? 0);
      }
      await form.form.getByText(say('exchange.fees'), { exact: true }).click();
      await form.form.getByText(say('chain.market'), { exact: true }).waitFor();
    }
  }
  await close();
});
