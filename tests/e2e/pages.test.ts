import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiRoutes, type CallName } from '../../contract/api/index.ts';
import { LOCALE_CODES, localizePath, LOCALES, type LocaleCode } from '../../contract/paths/locales.ts';
import { accessibilityFaults, scrollsSideways, type Rules } from '../support/browser/accessibility.ts';
import { takenOver, type Visitor } from '../support/browser/browser.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { makeOrder, orderPath, untilEvent } from '../support/samples/makeOrder.ts';
import { pay } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords, type Say } from '../support/browser/words.ts';

const { api, visit } = useSite();
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
  /** How the host answers; default: 200 */
  status?: number;
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
  {
    name: 'an unknown page',
    path: () => '/nope',
    status: 404,
    prepare: async (page, say) => {
      await page.getByText(say('error.unknownPath', { path: new URL(page.url()).pathname })).waitFor();
    },
  },
];

/** The themes differ in colours only, and the languages not in colours: these rules run in both themes, in one language. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Widths in px. Languages differ only in their texts, and long texts fail on a narrow screen first. */
const WIDTHS = [360, 1440];
const NARROW = 360;
const HEIGHT = 800;
/** px; what a customer chooses who needs a text twice as large */
const LARGE_TEXT = 32;
const USUAL_TEXT = 16;

/** One tab per language visits all pages: a new one would load and compile the code again. Nothing of the page before is left. */
const tabs = {} as Record<LocaleCode, Visitor & { setTextSize(px: number): Promise<void> }>;
beforeAll(async () => {
  for (const locale of LOCALE_CODES) {
    const visitor = await visit({ locale: LOCALES[locale].language, reducedMotion: 'reduce' });
    await visitor.page.addInitScript(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    const developerTools = await visitor.page.context().newCDPSession(visitor.page);
    const setTextSize = async (px: number) => {
      await developerTools.send('Page.setFontSizes', { fontSizes: { standard: px } });
    };
    tabs[locale] = { ...visitor, setTextSize };
  }
});

describe.each(PAGES)('$name', ({ path, prepare, refused, status = 200 }) => {
  /** Opens the page in the tab of a language, brings it into the tested state, and checks what holds at any width. */
  const openIn = async (locale: LocaleCode) => {
    const tab = tabs[locale];
    const say = await loadWords(locale);
    const url = localizePath(locale, path());
    tab.problems.splice(0);
    await tab.page.context().clearCookies();
    const answer = await tab.page.goto(url);
    expect(answer?.status()).toBe(status);
    await takenOver(tab.page);
    await prepare?.(tab.page, say);
    expect(await tab.page.evaluate(() => document.documentElement.lang)).toBe(LOCALES[locale].language);
    expect(await tab.page.title()).not.toBe('');
    expect(await tab.page.getByRole('heading', { level: 1, includeHidden: true }).count()).toBe(1);
    return tab;
  };
  const expectNoProblems = (problems: readonly string[]) => {
    const isExpected = (problem: string) =>
      (refused !== undefined && problem.includes('status of 400') && problem.includes(apiRoutes[refused].path)) ||
      (status !== 200 && problem.includes(`status of ${status}`));
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
  };

  test('is accessible and fits the screen in en', async () => {
    const { page, problems } = await openIn('en');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityFaults(page, { only: COLOUR_RULES }), `${width} px, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await faults(page), `${width} px, light`).toEqual([]);
    }
    expectNoProblems(problems);
  });

  test('is accessible and fits the screen in ru, also with text twice as large', async () => {
    const { page, problems, setTextSize } = await openIn('ru');
    await page.setViewportSize({ width: NARROW, height: HEIGHT });
    expect(await faults(page, { except: COLOUR_RULES })).toEqual([]);
    await setTextSize(LARGE_TEXT);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${LARGE_TEXT}px`);
      expect(await scrollsSideways(page), `${width} px, large text`).toBe(false);
    }
    await setTextSize(USUAL_TEXT);
    expectNoProblems(problems);
  });
});

/** Returns the accessibility faults of a page, and whether it is wider than the screen. */
async function faults(page: Page, rules: Rules = {}): Promise<string[]> {
  return [...(await accessibilityFaults(page, rules)), ...((await scrollsSideways(page)) ? ['the page scrolls sideways'] : [])];
}

test('shows rate and amounts of an exchange without JavaScript', async () => {
  const say = await loadWords('en');
  const { page, close } = await visit({ javaScriptEnabled: false });
  await page.goto('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  expect(await form.send.inputValue()).toBe('0.01');
  expect(await form.receive.inputValue()).toMatch(/^\d[\d,]*\.\d+$/);
  await form.form.getByText(/^Market price [\d,.]+/).waitFor();
  await close();
});

test('shows the deposit of an order without JavaScript', async () => {
  const say = await loadWords('en');
  const { page, close } = await visit({ javaScriptEnabled: false });
  await page.goto(orders.waiting);
  const toSend = page.getByRole('region', { name: say('order.send.region') });
  await toSend.getByText('200 XRP').first().waitFor();
  await close();
});
