import type { BrowserContextOptions, Frame, Page } from 'playwright';
import { afterAll, test } from 'vitest';
import { startBotStandIn } from '../../scripts/messenger/botStandIn.ts';
import { hostPage } from '../../scripts/messenger/hostPage.ts';
import { launchParameters } from '../../scripts/messenger/launchParameters.ts';
import { loadMailLanguages } from '../../server/mail/mailLanguage.ts';
import { accessibilityFaults, smallTargets } from '../support/browser/accessibility.ts';
import { buyForm } from '../support/browser/cardPurchase.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { arrivedAt, completedHeading, heading, pay, reachOrder } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const BOT_TOKEN = '123456:AAF-of_this_test_only_0123456789abcdef';
const MESSENGER = 'https://web.telegram.org';
const ELSEWHERE = 'https://chat.example';
/** What Chromium says of a page that may not be framed */
const REFUSED = /frame-ancestors|X-Frame-Options/;
const IN_MESSENGER = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions;

const telegram = await startBotStandIn(BOT_TOKEN);
afterAll(async () => await telegram.close());

// Chromium lets no page of the internet frame one of this computer.
const { api, site, visit } = useSite({
  environment: { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_APP: 'https://t.me/swap_bot/app', TELEGRAM_API_URL: telegram.apiUrl },
  args: ['--disable-features=LocalNetworkAccessChecks'],
});

const USERS = { en: 7, ru: 8 } as const;

interface Opened {
  language?: 'en' | 'ru';
  user?: number;
  theme?: 'light' | 'dark';
  startParameter?: string;
  path?: string;
  /** The site whose page frames the mini-app */
  from?: string;
  more?: string;
  /** The customer used the mini-app before */
  isKnown?: boolean;
  /** The scripts of the mini-app arrive then. */
  scripts?: Promise<void>;
}

/** Opens the mini-app in a page of the messenger. */
async function openIn({
  language = 'en',
  user = USERS[language],
  theme = 'light',
  startParameter,
  path = '/tg',
  from = MESSENGER,
  more = '',
  isKnown = false,
  scripts,
}: Opened = {}) {
  const { page, problems, close } = await visit(IN_MESSENGER);
  const launch = launchParameters({
    botToken: BOT_TOKEN,
    openedAt: Date.now(),
    user: { id: user, language },
    theme,
    ...(startParameter !== undefined && { startParameter }),
  });
  const initData = new URLSearchParams(launch.slice(1)).get('tgWebAppData') ?? '';
  if (isKnown) await api.call('messenger.create', { initData });
  const body = hostPage({ appUrl: site().url + path + launch, theme, chatUrl: telegram.chatUrl(String(user)), more });
  await page.context().route(`${ELSEWHERE}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>hostile</p>' }));
  await page.context().route(`${from}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  if (scripts) {
    await page.context().route('**/assets/*.js', async (route) => {
      await scripts;
      await route.continue();
    });
  }
  await page.goto(`${from}/k/`, { waitUntil: scripts ? 'commit' : 'load' });
  return { page, problems, close, button: (id: 'main' | 'back' | 'settings') => page.locator(`button#${id}`) };
}

async function appIn(page: Page): Promise<Frame> {
  await page.frameLocator('#app').locator('main h1').first().waitFor({ state: 'attached' });
  const frame = page.frames().find((one) => one.url().includes('/tg'));
  if (!frame) throw new Error('The host page has no mini-app');
  return frame;
}

const SWAPS = {
  en: { destination: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', amount: '0.01', written: '0.01 BTC', base: '/tg' },
  ru: { destination: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9', amount: '0,02', written: '0,02 BTC', base: '/tg/ru' },
} as const;

test.concurrent.for(['en', 'ru'] as const)(
  'swaps from the first tap to the message of the bot with the buttons of the messenger (%s)',
  async (language, { expect }) => {
    const say = await loadWords(language);
    const { destination, amount, written, base } = SWAPS[language];
    const { page, problems, close, button } = await openIn({
      language,
      startParameter: 'exchange___btc-usdttrc20',
      isKnown: true,
    });
    const app = await appIn(page);
    const form = exchangeForm(app, say);
    expect(new URL(app.url()).pathname + new URL(app.url()).hash).toBe(`${base}/exchange-btc-usdttrc20`);
    await form.send.fill(amount);
    await expect.poll(() => button('main').textContent()).toBe(say('exchange.button.destination', { coin: 'USDT' }));
    expect(await form.form.locator('button[type=submit]').count()).toBe(0);
    expect(await app.getByRole('banner').count()).toBe(0);
    await button('main').tap();
    await expect.poll(() => form.address('USDT', 'TRON').evaluate((field) => field === document.activeElement)).toBe(true);
    await form.address('USDT', 'TRON').fill(destination);
    await app.getByText(say('exchange.addressValid', { network: 'TRON' })).waitFor();
    await form.terms.check();
    const ready = say('exchange.button.ready', { amount: written });
    await expect.poll(async () => (await button('main').textContent())?.replaceAll(/\s/g, ' ')).toBe(ready);
    expect(await smallTargets(app)).toEqual([]);
    expect(await accessibilityFaults(app)).toEqual([]);
    await button('main').tap();

    const reference = await reachOrder({ page: app, problems }, say);
    await heading(app, say('order.title.send', { amount: written })).waitFor();
    await expect.poll(() => button('main').textContent()).toBe(say('order.copyAddress'));
    expect(new URL(app.url()).pathname.startsWith(`${base}/order/`)).toBe(true);
    const bot = loadMailLanguages()(language);
    const chat = async () => await page.locator('#chat p').allTextContents();
    await expect.poll(chat).toEqual([expect.stringContaining(bot.text('messenger.order.awaitingDeposit'))]);
    expect(await accessibilityFaults(app)).toEqual([]);
    await pay(api, reference);
    await completedHeading(app, say);
    await expect.poll(async () => (await chat()).at(-1)).toContain(bot.text('messenger.order.completed'));
    expect((await chat())[0]).toContain('(edited)');
    expect((await chat()).filter((text) => text.includes(reference.orderId.slice(0, 6)))).toHaveLength((await chat()).length);
    expect((await chat()).join(' ')).not.toContain(reference.destinationAddress);
    expect(await arrivedAt(api, reference.destinationAddress)).toHaveLength(1);

    await button('back').tap();
    await form.form.waitFor();
    expect(await page.context().cookies(site().url)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  },
);

test.concurrent('shows an outline in the colours of the messenger until the scripts arrive, then the sheet of its menu', async ({
  expect,
}) => {
  const say = await loadWords('en');
  const { promise, resolve } = Promise.withResolvers<void>();
  const { page, problems, close, button } = await openIn({
    user: 21,
    theme: 'dark',
    startParameter: 'support',
    scripts: promise,
    isKnown: true,
  });
  const outline = page.frameLocator('#app').locator('[aria-busy=true] > i').first();
  await outline.waitFor();
  expect((await outline.boundingBox())?.width).toBeGreaterThan(300);
  const theme = await outline.evaluate(() => [
    document.documentElement.dataset['theme'],
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(theme).toEqual(['dark', 'rgb(16, 24, 31)']);
  resolve();
  const app = await appIn(page);
  await button('settings').tap();
  const sheet = app.getByRole('dialog', { name: say('settings.title') });
  await sheet.getByRole('radio', { name: say('settings.theme.light') }).press('Space');
  await expect.poll(() => app.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  expect(await accessibilityFaults(app)).toEqual([]);
  await sheet.getByRole('radio', { name: 'Русский' }).press('Space');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(app.url()).pathname).toBe('/tg/ru/support');
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('asks a customer of the messenger for an e-mail to buy with a card, and opens the identity check', async ({
  expect,
}) => {
  const say = await loadWords('ru');
  const { page, problems, close, button } = await openIn({
    user: 22,
    language: 'ru',
    startParameter: 'exchange___usd-btc',
    isKnown: true,
  });
  const app = await appIn(page);
  const { address, terms } = buyForm(app, say);
  await address.fill(ADDRESSES.bitcoin);
  await terms.check();
  await expect.poll(() => button('main').textContent()).toBe(say('fiat.button.email', { coin: 'BTC' }));
  expect(await smallTargets(app)).toEqual([]);
  await button('main').tap();
  await app.getByText(say('fiat.email.none')).waitFor();
  expect(await accessibilityFaults(app)).toEqual([]);
  await app.getByRole('link', { name: say('fiat.email.add') }).tap();
  await expect.poll(() => new URL(app.url()).pathname).toBe('/tg/ru/profile/info');
  expect(problems).toEqual([]);
  await close();
  const check = await openIn({ user: 22, language: 'ru', startParameter: 'profile-verification' });
  const wizard = await appIn(check.page);
  await wizard.getByRole('heading', { name: say('identity.residence.title') }).waitFor();
  expect(await accessibilityFaults(wizard)).toEqual([]);
  expect(check.problems).toEqual([]);
  await check.close();
});

test.concurrent('shows itself in no frame of another site', async ({ expect }) => {
  const { page, problems, close } = await openIn({ from: ELSEWHERE });
  await expect.poll(() => problems.join(' ')).toMatch(REFUSED);
  expect(await page.frameLocator('#app').locator('main').count()).toBe(0);
  await close();
});

test.concurrent('does not let the messenger frame the website', async ({ expect }) => {
  const { page, problems, close } = await openIn({ path: '/' });
  await expect.poll(() => problems.join(' ')).toMatch(REFUSED);
  expect(await page.frameLocator('#app').locator('main').count()).toBe(0);
  await close();
});

test.concurrent('ignores a hostile frame that speaks the protocol', async ({ expect }) => {
  const { page, close, button } = await openIn({
    startParameter: 'support',
    more: `<iframe id="hostile" src="${ELSEWHERE}/" hidden></iframe>`,
  });
  const app = await appIn(page);
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith(ELSEWHERE))).toBe(true);
  const hostile = page.frames().find((frame) => frame.url().startsWith(ELSEWHERE));
  const ground = () => app.evaluate(() => document.documentElement.style.getPropertyValue('--ground'));
  const before = await ground();
  await hostile?.evaluate(() => {
    const say = (eventType: string, eventData?: unknown) =>
      window.parent.frames[0]?.postMessage(JSON.stringify({ eventType, eventData }), '*');
    say('theme_changed', { theme_params: { bg_color: '#ff0000', text_color: '#000000' } });
    say('back_button_pressed');
    say('main_button_pressed');
  });
  // An event of the messenger that comes later has been heard: those before were heard too, and had no effect.
  await page.evaluate(() => {
    const told = { theme_params: { bg_color: '#112233', text_color: '#ffffff' } };
    document
      .querySelector<HTMLIFrameElement>('#app')
      ?.contentWindow?.postMessage(JSON.stringify({ eventType: 'theme_changed', eventData: told }), '*');
  });
  await expect.poll(ground).toBe('rgb(17 34 51)');
  expect(before).toBe('rgb(239 239 244)');
  expect(new URL(app.url()).pathname).toBe('/tg/support');
  await expect.poll(() => button('back').isVisible()).toBe(true);
  await close();
});
