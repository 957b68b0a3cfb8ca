import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { takenOver } from '../support/browser/browser.ts';
import { useSite } from '../support/browser/useSite.ts';

/** What the shell does only in a real browser: navigations within the page, what is kept over them, and what fails. */
const { site, visit } = useSite();

/** Opens a page; `documents` grows with every page load, and with no navigation within the page. */
async function open(
  path: string,
  prepare: (page: Page, documents: readonly string[]) => Promise<unknown> = () => Promise.resolve(),
) {
  const visitor = await visit();
  const documents: string[] = [];
  visitor.page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await prepare(visitor.page, documents);
  await visitor.open(path);
  return { ...visitor, documents };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const link = (page: Page, name: string) => page.getByRole('navigation').first().getByRole('link', { name });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test.concurrent('navigates without a page load: focuses the heading, sets the title, goes back', async ({ expect }) => {
  const { page, problems, documents, close } = await open('/support');
  await link(page, 'Popular').click();
  await heading(page, 'Popular exchanges').waitFor();
  await page.waitForFunction(() => document.title === 'Popular exchanges and live rates | Causeway');
  await expect.poll(() => focused(page)).toBe('Popular exchanges');
  await page.goBack();
  await heading(page, 'Support').waitFor();
  expect(documents).toEqual(['/support']);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('changes the language in place and keeps query, typed text and focus', async ({ expect }) => {
  const { page, documents, close } = await open('/support?order=abc');
  await page.getByLabel('Order number').fill('abcdef');
  await page.getByRole('link', { name: 'RU: switch to Russian' }).first().focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Поддержка').waitFor();
  await page.waitForURL('/ru/support?order=abc');
  expect(await page.getByLabel('Номер заявки').inputValue()).toBe('abcdef');
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('ru-RU');
  await expect.poll(() => focused(page)).toBe('EN');
  expect(documents).toEqual(['/support']);
  // The next visit to the index goes to the language that was chosen.
  const chosen = async () => (await page.context().cookies()).find(({ name }) => name === 'i18n_redirected')?.value;
  await expect.poll(chosen).toBe('ru');
  await close();
});

test.concurrent('paints the next page in the chosen theme at once', async () => {
  const { page, close } = await open('/support');
  const button = page.getByRole('button', { name: /^Theme/ }).first();
  await button.click();
  await button.click();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  const answer = await page.goto('/popular-exchanges');
  expect(await answer?.text()).toMatch(/<html[^>]* data-theme="dark"/);
  await close();
});

test.concurrent('hydrates the 404 page and navigates from it without a page load', async () => {
  const { page, problems, documents, close } = await open('/nowhere/at-all?x=1');
  await page.getByText('Page Not Found: /nowhere/at-all?x=1').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Support', exact: true }).click();
  await heading(page, 'Support').waitFor();
  expect(documents).toEqual(['/nowhere/at-all']);
  expect(problems).toEqual([expect.stringContaining('404')]);
  await close();
});

test.concurrent('offers the form below the 404 of a pair, and becomes the page of the pair that is chosen', async () => {
  const { page, problems, documents, close } = await open('/exchange-eth-xyz');
  await page.getByText('Page Not Found: /exchange-eth-xyz').waitFor();
  await page.getByText('We don’t know XYZ. Choose another coin here.').waitFor();
  await page.getByRole('textbox', { name: 'You send' }).fill('2');
  await page.waitForURL(/\/exchange-eth-(?!xyz)\w+\?.*amount=2/);
  await page.getByText('404').waitFor({ state: 'hidden' });
  expect(await page.getByRole('textbox', { name: 'You send' }).inputValue()).toBe('2');
  expect(documents).toEqual(['/exchange-eth-xyz']);
  expect(problems).toEqual([expect.stringContaining('404')]);
  await close();
});

test.concurrent('loads the page once when a deployment removed the code of a navigation', async () => {
  // Gone for the page of before, whether the navigation asks for it, the pointer on its way, or a link in sight.
  const takeAway = (opened: Page, loads: readonly string[]) =>
    opened.route('**/assets/SupportScreen-*', (route) =>
      loads.length === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    );
  const { page, documents, close } = await open('/popular-exchanges', takeAway);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support', exact: true }).click();
  await heading(page, 'Support').waitFor();
  await page.waitForURL('**/support');
  await takenOver(page);
  expect(documents).toEqual(['/popular-exchanges', '/support']);
  await close();
});

test.concurrent('reports a lost API host and shows the page when it is back', async () => {
  const { page, documents, close } = await open('/support');
  await page.route('**/api/**', (route) => route.abort());
  await link(page, 'Popular').click();
  await heading(page, 'This page can’t be shown right now').waitFor();
  await page.getByRole('region', { name: 'State of the service' }).waitFor();
  await page.unroute('**/api/**');
  await heading(page, 'Popular exchanges').waitFor();
  expect(documents).toEqual(['/support']);
  await close();
});

test.concurrent('stores the referral for a day and the first visit for thirty days', async ({ expect }) => {
  const { page, close } = await open('/support?ref=friend_1&utm_source=news');
  const now = Date.now() / 1_000;
  const lasting = new Map((await page.context().cookies()).map(({ name, value, expires }) => [name, { value, expires }]));
  expect(lasting.get('referralID')?.value).toBe('friend_1');
  expect(Math.round(((lasting.get('referralID')?.expires ?? 0) - now) / 3_600)).toBe(24);
  expect(Math.round(((lasting.get('first_visit')?.expires ?? 0) - now) / 3_600)).toBe(720);
  const record = () => page.evaluate(() => JSON.parse(localStorage.getItem('visit') ?? 'null') as unknown);
  await expect.poll(record).toMatchObject({ utm_source: 'news', landingUrl: `${site().url}/support` });
  await close();
});
