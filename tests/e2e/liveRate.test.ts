import type { Page } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { apiRoutes } from '../../contract/api/index.ts';
import { amount, roundToDecimal } from '../../contract/money.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { recordShifts, type LayoutShifts } from '../support/browser/layoutShift.ts';
import { reachOrder, untilShown } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { ANY, loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
const { api, site, visit } = useSite();

afterEach(async () => {
  await api.call('sandbox.mend', {});
  // A host trusts a network again after some looks; until then its coins are closed to the next test.
  const isOpen = async () =>
    (await api.call('instruments.all', { all: 'true' })).find(({ slug }) => slug === 'usdttrc20')?.isActive;
  await expect.poll(isOpen, { interval: 500 }).toBe(true);
});

/** Moves what a coin costs on the embedded market, less than what would look like a fault of the feed. */
async function movePrice(symbol: string, factor: string): Promise<void> {
  const { market } = await api.call('sandbox.state', {});
  const before = market.prices.find((price) => price.symbol === symbol)?.price ?? '0';
  await api.call('sandbox.price', { symbol, price: roundToDecimal(amount(before).times(amount(factor)), 2, 'down') });
}

/** A page whose rates can be held still, or cut: by socket and by HTTP. */
async function holdRates(page: Page) {
  let isHeld = false;
  let isCut = false;
  const open = new Set<{ close(): Promise<void> }>();
  await page.route('**/api/v2/rates/**', (route) => (isCut ? route.abort() : route.continue()));
  await page.routeWebSocket(/\/api\/v2\/ws/, (client) => {
    if (isCut) return void client.close();
    const server = client.connectToServer();
    open.add(client);
    client.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (!isHeld) client.send(message);
    });
  });
  return {
    hold: () => (isHeld = true),
    cut: async () => {
      isCut = true;
      await Promise.all([...open].map((client) => client.close()));
    },
    mend: () => (isCut = false),
  };
}

/**
 * The centred label of the button changes several times, which shifts slightly. A strip that pushes the page down shifts by 0.1.
 * A page that React renders anew, because it did not match the server's, moves too: what React said of it is a better message.
 */
async function expectStill(shifts: () => Promise<LayoutShifts>, problems: readonly string[]): Promise<void> {
  const { total, moved } = await shifts();
  expect(problems.filter((problem) => problem.includes('React'))).toEqual([]);
  expect(total, moved.join('\n')).toBeLessThan(0.01);
}

test('updates the computed amount and never the typed one when a price moves', async () => {
  const { page, open, close } = await visit();
  await open('/exchange-btc-usdttrc20');
  const form = exchangeForm(page, say);
  await form.receive.fill('500');
  await expect.poll(() => form.send.inputValue()).toMatch(/^0\.00/);
  const before = await form.send.inputValue();
  await movePrice('BTC', '0.96');
  await expect.poll(async () => Number(await form.send.inputValue())).toBeGreaterThan(Number(before) * 1.02);
  expect(await form.receive.inputValue()).toBe('500');
  await close();
});

test('asks for consent when the rate got worse before the order', async () => {
  const { page, problems, open, close } = await visit();
  const rates = await holdRates(page);
  await open('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.terms.check();
  const button = form.button(say('exchange.button.ready', { amount: '0.01 BTC' }));
  await button.waitFor();
  rates.hold();
  await movePrice('BTC', '0.97');
  // What was on its way before is shown two frames later.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const seen = await form.receive.inputValue();
  await button.click();

  const dialog = page.getByRole('dialog', { name: say('consent.title') });
  await dialog.getByText(seen).waitFor();
  const order = await api.call('orders.publicInfo', await reachOrder({ page, problems }, say));
  expect(amount(order.amountToGet).lt(amount(seen.replaceAll(',', '')))).toBe(true);
  await close();
});

test('keeps the last amounts and disables the button while reconnecting', async () => {
  const { page, open, close } = await visit();
  const rates = await holdRates(page);
  await open('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).waitFor();
  await rates.cut();

  await form.form.getByText(say('exchange.reconnecting'), { exact: true }).waitFor();
  expect(await form.receive.inputValue()).not.toBe('');
  const waiting = form.button(say('exchange.button.reconnecting'));
  expect(await waiting.getAttribute('aria-disabled')).toBe('true');
  rates.mend();
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).waitFor();
  await close();
});

test('closes the pairs of a network that fails and gives the reason in the selector', async () => {
  const { page, open, close } = await visit();
  await open('/exchange-btc-usdttrc20?amount=0.01');
  await api.call('sandbox.break', { port: 'tron', mode: 'down' });

  const popup = page.getByRole('dialog', { name: say('exchange.unsupportedTitle', { from: 'BTC', to: 'USDT' }) });
  await untilShown(popup);
  await popup.getByRole('button', { name: say('exchange.unsupportedReceive') }).click();
  await page.getByRole('combobox').fill('usdt tron');
  const paused = page.getByRole('option', { name: /^USDT on TRON/ });
  await paused.getByText(say('selector.networkUnavailable')).waitFor();
  expect(await paused.getAttribute('aria-disabled')).toBe('true');
  expect((await fetch(new URL('/exchange-btc-usdttrc20', site().url))).status).toBe(200);
  await page.getByRole('combobox').fill('usdt ethereum');
  await page.getByRole('option', { name: /^USDT on Ethereum/ }).click();
  const form = exchangeForm(page, say);
  await form.button(say('exchange.button.destination', { coin: 'USDT' })).waitFor();
  await close();
});

test('waits while offline without moving the page, and continues when the connection is back', async () => {
  const { page, open, close, problems } = await visit();
  const shifts = await recordShifts(page);
  await open('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  const service = page.getByRole('region', { name: say('shell.serviceState') });
  await form.button(say('exchange.button.destination', { coin: 'USDT' })).waitFor();
  await page.context().setOffline(true);
  await service.getByText(say('health.offline')).waitFor();
  await form.button(say('exchange.button.offline')).waitFor();
  await page.context().setOffline(false);
  await form.button(say('exchange.button.destination', { coin: 'USDT' })).waitFor();
  expect(await service.count()).toBe(0);
  await expectStill(shifts, problems);
  await close();
});

test('takes no orders while there are no market prices, and does not move when they are back', async () => {
  const { page, open, close, problems } = await visit();
  const shifts = await recordShifts(page);
  const service = page.getByRole('region', { name: say('shell.serviceState') });
  const statusIs = (wanted: string) =>
    expect.poll(async () => (await api.call('service.health', {})).status, { interval: 500 }).toBe(wanted);
  await api.call('sandbox.break', { port: 'market', mode: 'down' });
  await statusIs('TECHNICAL_DIFFICULTIES');

  await open('/exchange-btc-usdttrc20?amount=0.01');
  await service.getByText(say('health.technicalDifficulties')).waitFor();
  const form = exchangeForm(page, say);
  expect(await form.button(say('exchange.button.service')).getAttribute('aria-disabled')).toBe('true');

  // The page asks by itself too: no answer gets through before the press, which the button itself shows.
  const pressed = Promise.withResolvers<void>();
  await page.route(`**${apiRoutes['service.health'].path}`, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await api.call('sandbox.mend', { port: 'market' });
  await statusIs('OK');
  const checkNow = service.getByRole('button', { name: say('shell.checkNow') });
  await checkNow.click();
  await expect.poll(() => checkNow.getAttribute('aria-disabled')).toBe('true');
  pressed.resolve();
  await form.button(say('exchange.button.destination', { coin: 'USDT' })).waitFor();
  await expectStill(shifts, problems);
  await close();
});

test('shows an incident on the status page, and its end', async () => {
  const status = await visit();
  /** The newest one of prices: earlier tests had one too. */
  const incident = async () => {
    await status.open('/status');
    const list = status.page.getByRole('region', { name: say('status.incidents') });
    const rows = list.getByRole('listitem').filter({ hasText: say('status.component.prices') });
    return (await rows.allTextContents())[0] ?? '';
  };
  await api.call('sandbox.break', { port: 'market', mode: 'down' });
  const [, ongoing = ''] = say('status.incident.ongoing', { state: say('status.state.DOWN'), time: ANY }).split(ANY);
  // A host that has just started records no incidents for 20 seconds.
  await expect.poll(incident, { interval: 1_000 }).toContain(ongoing);
  await status.page.getByText(say('status.effect.prices')).waitFor();

  await api.call('sandbox.mend', { port: 'market' });
  await expect.poll(incident).not.toContain(ongoing);
  await status.page.getByText(say('status.summary.success')).waitFor();
  await status.close();
});
