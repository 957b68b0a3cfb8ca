import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchApp, type RunningApp } from './support/launchApp.ts';

declare global {
  /** The menu that was shown last */
  var shownMenu: Electron.Menu | undefined;
}

let app: RunningApp;
let page: Page;
beforeAll(async () => {
  app = await launchApp({ environment: { API_URL: 'http://127.0.0.1:9' }, language: 'ru' });
  page = await app.firstWindow();
  await app.electron.evaluate(({ Menu }) => {
    Menu.prototype.popup = function (this: Electron.Menu) {
      globalThis.shownMenu = this;
    };
  });
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div style="position:fixed;inset:0 auto auto 0;z-index:99;background:#fff"><input id="field" value="bc1q"><a id="link" href="/ru/privacy">x</a><p id="text">plain</p></div>',
    );
  });
});
afterAll(() => app.dispose());

/** Returns the items that a right-click shows. */
async function rightClick(selector: string): Promise<string[]> {
  await app.electron.evaluate(() => void (globalThis.shownMenu = undefined));
  await page.click(selector, { button: 'right' });
  await page.evaluate(() => 0);
  return await app.electron.evaluate(() => globalThis.shownMenu?.items.map(({ label, type }) => label || type) ?? []);
}
const choose = (id: string) =>
  app.electron.evaluate((_electron, item) => globalThis.shownMenu?.getMenuItemById(item)?.click(), id);
const value = () => page.inputValue('#field');

it('edits a field with the menu of a right-click, in the language of the window', async () => {
  await page.focus('#field');
  await expect.poll(() => rightClick('#field')).toEqual(['Вырезать', 'Копировать', 'Вставить', 'Выделить всё']);
  await choose('selectAll');
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('bc1q');
  await rightClick('#field');
  await choose('cut');
  await expect.poll(value).toBe('');
  await choose('paste');
  await expect.poll(value).toBe('bc1q');
});

it('copies a link as the address of the website, and shows no menu on plain text', async () => {
  await expect.poll(() => rightClick('#link')).toEqual(['Копировать ссылку']);
  await choose('copyLink');
  await expect
    .poll(() => app.electron.evaluate(async ({ clipboard }) => await clipboard.readText()))
    .toBe('http://127.0.0.1:9/ru/privacy');
  expect(await rightClick('#text')).toEqual([]);
});
