import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiRoutes, type CallName } from '../../contract/api/index.ts';
import { localizePath, LOCALES, type LocaleCode } from '../../contract/paths/locales.ts';
import { accessibilityFaults, scrollsSideways } from '../support/browser/accessibility.ts';
import { launchBrowser, takenOver, visit as visitWith } from '../support/browser/browser.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { makeOrder, orderPath, untilEvent } from '../support/samples/makeOrder.ts';
import { pay } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords, type Say } from '../support/browser/words.ts';

const { api, site, visit } = useSite();
let orders: Record<'waiting' | 'deciding' | 'completed', string>;

beforeAll(async () => {
  const wish = { from: 'btc', to: 'usdttrc20', amount: '0.01', destinationAddress: ADDRESSES.tron } as const;
  const [waiting, deciding, completed] = await Promise.all([
    makeOrder(api, { ...wish, from: 'xrp', amount: '200', rateMode: 'FLOATING' }),
    makeOrder(api, { ...wish, rateMode: 'FIXED', refundAddress: ADDRESSES.bitcoin }),
    makeOrder(api, { ...wish, rateMode: 'FLOATING' }),
  ]);
  await Promise.all([pay(api, deciding, '0.02'), pay(api, completed)]);
  await Promise.all([untilEvent(api, deciding, 'RATE_MODE_CHANGED'), untilEvent(api, completed, 'WITHDRAWAL_COMPLETED')]);
  orders = { waiting: orderPath(waiting), deciding: orderPath(deciding), completed: orderPath(completed) };
});

interface PageUnderTest {
  name: string;
  path: () => string;
  /** Brings the page into the tested state. */
  prepare?: (page: Page, say: Say) => Promise<void>;
  /** The call that the host may refuse with 400 here, which Chrome reports as an error. */
  refused?: CallName;
}

const PAGES: PageUnderTest[] = [
  { name: 'home', path: () => '/' },
  { name: 'verify', path: () => '/verify' },
  { name: 'fees', path: () => '/fees' },
  { name: 'status', path: () => '/status' },
  { name: 'privacy', path: () => '/privacy' },
  { name: 'terms', path: () => '/terms' },
  { name: 'affiliate programme', path: () => '/affiliate' },
  { name: 'how it works', path: () => '/how-it-works' },
  { name: 'docs', path: () => '/docs' },
  { name: 'a doc with code', path: () => '/docs/api' },
  {
    name: 'docs search',
    path: () => '/docs/security',
    prepare: async (page, say) => {
      await page.getByRole('combobox', { name: say('docs.search') }).fill('api');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'blog', path: () => '/blog' },
  { name: 'a post', path: () => '/blog/why-orders-have-a-pass' },
  { name: 'roadmap', path: () => '/roadmap' },
  { name: 'prices', path: () => '/price' },
  { name: 'for authorities', path: () => '/for-competent-authorities' },
  {
    name: 'order pass form without a pass',
    path: () => '/order',
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('pass.openButton') }).click();
      await page.getByText(say('pass.missing')).waitFor();
    },
  },
  {
    name: 'empty order history',
    path: () => '/history',
    prepare: async (page, say) => await page.getByText(say('history.empty')).waitFor(),
  },
  { name: 'exchange', path: () => '/exchange-btc-usdttrc20' },
  {
    name: 'exchange with everything wrong',
    path: () => '/exchange-btc-xrp',
    // The form asks for rates over HTTP as long as the socket is not open, which takes longer on a busy machine.
    refused: 'rates.one',
    prepare: async (page, say) => {
      const form = exchangeForm(page, say);
      await form.fixed.check();
      await form.address('XRP', 'XRP Ledger').fill(ADDRESSES.tron);
      await form.refundAddress('BTC', 'Bitcoin').fill('bc1broken');
      await form.send.fill('0.00000001');
      await form.form.getByRole('button', { name: say('exchange.setAmount', { amount: '' }) }).waitFor();
    },
  },
  {
    name: 'coin selector',
    path: () => '/exchange-btc-eth',
    prepare: async (page, say) => {
      await exchangeForm(page, say).receiveCoin.click();
      await page.getByRole('combobox').waitFor();
    },
  },
  { name: 'popular exchanges', path: () => '/popular-exchanges' },
  { name: 'support', path: () => '/support?order=7F3KQ9VD21XMb0sW4nTzyA' },
  { name: 'sandbox', path: () => '/sandbox' },
  { name: 'order awaiting a deposit with a memo', path: () => orders.waiting },
  { name: 'order awaiting a decision', path: () => orders.deciding },
  { name: 'completed order', path: () => orders.completed },
  { name: 'order form for the destination address', path: () => orders.completed.replace(/\?.*/, '') },
  { name: 'pending order without a draft', path: () => '/order/pending' },
];

/** Widths in px. Languages differ only in their texts, and long texts fail on a narrow screen first. */
const WIDTHS = { en: [360, 1440], ru: [360] } as const;

describe.each(PAGES)('$name', ({ path, prepare, refused }) => {
  test.concurrent.for(['en', 'ru'] as const)('is accessible and fits the screen in %s', async (locale, { expect }) => {
    const say = await loadWords(locale);
    const language = LOCALES[locale].language;
    const { page, problems, open, close } = await visit({ locale: language, reducedMotion: 'reduce' });
    await open(localizePath(locale, path()));
    await prepare?.(page, say);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    expect(await page.title()).not.toBe('');
    expect(await page.getByRole('heading', { level: 1, includeHidden: true }).count()).toBe(1);
    for (const width of WIDTHS[locale]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await faults(page), `${width} px, light`).toEqual([]);
      // The themes differ in colours only, and the languages not in colours: only the rules about colours run again, once.
      if (locale !== 'en') continue;
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityFaults(page, ['color-contrast', 'link-in-text-block']), `${width} px, dark`).toEqual([]);
    }
    const isExpected = (problem: string) =>
      refused !== undefined && problem.includes('status of 400') && problem.includes(apiRoutes[refused].path);
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
    await close();
  });
});

test.concurrent.for(WIDTHS.en)('fits a screen of %i px with text twice as large', async (width, { expect, onTestFinished }) => {
  const browser = await launchBrowser({ args: ['--blink-settings=defaultFontSize=32'] });
  onTestFinished(async () => await browser.close());
  const viewport = { width, height: 800 };
  const { page, open } = await visitWith(browser, site().url, { viewport, locale: 'ru-RU', reducedMotion: 'reduce' });
  for (const { name, path } of PAGES) {
    await open(localizePath('ru', path()));
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    expect(await scrollsSideways(page), name).toBe(false);
  }
});

/** Returns the accessibility faults of a page, and whether it is wider than the screen. */
async function faults(page: Page): Promise<string[]> {
  return [...(await accessibilityFaults(page)), ...((await scrollsSideways(page)) ? ['the page scrolls sideways'] : [])];
}

test.concurrent.for(['en', 'ru'] as const)('answers 404 for an unknown page in %s', async (locale: LocaleCode) => {
  const { page, close } = await visit();
  const path = localizePath(locale, '/nope');
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(404);
  await takenOver(page);
  await page.getByText((await loadWords(locale))('error.unknownPath', { path })).waitFor();
  expect(await faults(page)).toEqual([]);
  await close();
});

test.concurrent('shows rate and amounts of an exchange without JavaScript', async () => {
  const say = await loadWords('en');
  const { page, close } = await visit({ javaScriptEnabled: false });
  await page.goto('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  expect(await form.send.inputValue()).toBe('0.01');
  expect(await form.receive.inputValue()).toMatch(/^\d[\d,]*\.\d+$/);
  await form.form.getByText(/^Market price [\d,.]+/).waitFor();
  await close();
});

test.concurrent('shows the deposit of an order without JavaScript', async () => {
  const say = await loadWords('en');
  const { page, close } = await visit({ javaScriptEnabled: false });
  await page.goto(orders.waiting);
  const toSend = page.getByRole('region', { name: say('order.send.region') });
  await toSend.getByText('200 XRP').first().waitFor();
  await close();
});
