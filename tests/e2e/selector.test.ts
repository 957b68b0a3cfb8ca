import type { Locator } from 'playwright';
import { expect, test, vi } from 'vitest';
import { exchangeForm } from '../support/browser/exchangeForm.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';
import { PATIENCE } from '../support/chainPatience.ts';

const say = await loadWords('en');
const { visit } = useSite();

/** The selector of the side that receives, opened by keyboard. */
async function openSelector() {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/exchange-btc-eth');
  const { receiveCoin } = exchangeForm(page, say);
  await receiveCoin.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: say('selector.receiveTitle') });
  const search = dialog.getByRole('combobox', { name: say('selector.search') });
  await search.waitFor();
  return { ...visitor, dialog, search, receiveCoin };
}

/** The row that a screen reader reads, while the focus stays in the search. */
async function activeRow(search: Locator): Promise<string> {
  const id = await search.getAttribute('aria-activedescendant');
  return (await search.page().locator(`[id="${id}"]`).textContent()) ?? '';
}

const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement);

test.concurrent('finds a coin by name and network and chooses it with Enter', async () => {
  const { page, dialog, search, receiveCoin, problems, close } = await openSelector();
  await page.keyboard.type('tether trc');
  expect(await search.inputValue()).toBe('tether trc');
  expect(await activeRow(search)).toMatch(/^USDT on TRON/);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await receiveCoin.textContent()).toContain('USDT on TRON');
  expect(await hasFocus(receiveCoin)).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('scrolls the active row into view on arrow keys', async () => {
  const { page, dialog, search, close } = await openSelector();
  await page.keyboard.press('Home');
  const first = await activeRow(search);
  for (let presses = 0; presses < 25; presses += 1) await page.keyboard.press('ArrowDown');
  const id = await search.getAttribute('aria-activedescendant');
  const row = page.locator(`[id="${id}"]`);
  expect(await row.getAttribute('aria-posinset')).toBe('26');
  const [box, frame] = [await row.boundingBox(), await dialog.getByRole('listbox').boundingBox()];
  expect(box && frame && box.y >= frame.y && box.y + box.height <= frame.y + frame.height + 1).toBe(true);
  await page.keyboard.press('Home');
  expect(await activeRow(search)).toBe(first);
  expect(await hasFocus(search)).toBe(true);
  await close();
});

test.concurrent('closes on Escape without a change and restores the focus', async () => {
  const { page, dialog, receiveCoin, close } = await openSelector();
  await page.keyboard.type('monero');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await hasFocus(receiveCoin)).toBe(true);
  expect(await receiveCoin.textContent()).toContain('ETH on Ethereum');
  await close();
});

test.concurrent('keeps the focus inside while it is open', async () => {
  const { page, dialog, close } = await openSelector();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await dialog.evaluate(
      (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
    );
    expect(isOutside).toBe(false);
  }
  await close();
});

test.concurrent('makes the page inert while it is open, and itself while it is closed', async () => {
  const { page, dialog, receiveCoin, close } = await openSelector();
  await vi.waitFor(
    async () => expect(await receiveCoin.evaluate((element) => element.closest('[inert]') !== null)).toBe(true),
    PATIENCE,
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await receiveCoin.evaluate((element) => element.closest('[inert]'))).toBeNull();
  // It is still there, painted and see-through: the keyboard must pass it by.
  expect(await page.locator('dialog [role=option]').count()).toBeGreaterThan(0);
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') ?? null)).toBeNull();
  }
  await close();
});

test.concurrent('filters the list by network', async () => {
  const { dialog, search, close } = await openSelector();
  await dialog.getByRole('radio', { name: 'Polygon' }).check();
  await search.fill('usd');
  const rows = dialog.getByRole('option');
  await rows.first().waitFor();
  const texts = await rows.allTextContents();
  expect(texts.filter((text) => !text.includes('on Polygon'))).toEqual([]);
  await close();
});

test.concurrent('swaps the sides when the coin of the other side is chosen', async () => {
  const { page, dialog, receiveCoin, close } = await openSelector();
  await page.keyboard.type('btc bitcoin');
  const row = dialog.getByRole('option', { name: /^BTC on Bitcoin/ });
  await row.getByText(say('selector.swaps')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await receiveCoin.textContent()).toContain('BTC on Bitcoin');
  expect(await exchangeForm(page, say).sendCoin.textContent()).toContain('ETH on Ethereum');
  await close();
});

test.concurrent('shows what each network costs', async () => {
  const { page, dialog, close } = await openSelector();
  await page.keyboard.type('тезер');
  for (const network of ['TRON', 'Ethereum', 'Solana']) {
    const row = dialog.getByRole('option', { name: new RegExp(`^USDT on ${network}`) });
    expect(await row.textContent()).toMatch(/network fee \$\d+\.\d\d≈ \d+ (?:s|min)$/);
  }
  await close();
});

test.concurrent('lists recently chosen coins first', async () => {
  const { page, dialog, receiveCoin, close } = await openSelector();
  await page.keyboard.type('monero');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await receiveCoin.click();
  const recent = dialog.getByRole('group', { name: say('selector.recent') });
  await recent.getByRole('option', { name: /^XMR on Monero/ }).waitFor();
  await close();
});

test.concurrent('reports a search without a match', async () => {
  const { page, dialog, search, close } = await openSelector();
  await page.keyboard.type('zzzz');
  await dialog.getByText(say('selector.empty', { query: 'zzzz' })).waitFor();
  await search.fill('0xdAC17F958D2ee523a2206206994597C13D831ec8');
  await dialog.getByText(say('selector.emptyContract')).waitFor();
  await close();
});
