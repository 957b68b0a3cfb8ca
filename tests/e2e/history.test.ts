import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { PHONE, RUSSIAN } from '../support/browser/browser.ts';
import { ADDRESSES } from '../support/browser/exchangeForm.ts';
import { makeOrder, orderPath, untilEvent } from '../support/samples/makeOrder.ts';
import { completedHeading, pay } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords, type Say } from '../support/browser/words.ts';

const { api, site, visit } = useSite();

const floating = { from: 'btc', to: 'usdttrc20', rateMode: 'FLOATING', destinationAddress: ADDRESSES.tron } as const;
const rows = (page: Page, say: Say) => page.getByRole('link', { name: say('history.openOrder', { exchange: '' }) }).count();

test.concurrent('lists the orders of this device with their states, exports and deletes them', async () => {
  const say = await loadWords('en');
  const [first, second] = [
    await makeOrder(api, { ...floating, amount: '0.01' }),
    await makeOrder(api, { ...floating, amount: '0.02' }),
  ];
  const { page, problems, open, close } = await visit({ acceptDownloads: true, reducedMotion: 'reduce' });
  await open(orderPath(first));
  await pay(api, first);
  await completedHeading(page, say);
  await open(orderPath(second));

  await page
    .getByRole('navigation', { name: say('shell.navigation') })
    .getByRole('link', { name: say('page.history') })
    .click();
  await page.getByText(say('history.stage.completed')).waitFor();
  await page.getByText(say('history.stage.awaitingDeposit')).waitFor();
  expect(await rows(page, say)).toBe(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  await pay(api, second);
  await untilEvent(api, second, 'DEPOSIT_REGISTERED');
  // Coming back to the page asks at once.
  await page.reload();
  await page.getByText(say('history.stage.awaitingDeposit')).waitFor({ state: 'detached' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('history.export') }).click(),
  ]);
  const path = `${site().dataDirectory}/${download.suggestedFilename()}`;
  await download.saveAs(path);

  await page.getByRole('button', { name: say('history.clear') }).click();
  await page
    .getByRole('dialog', { name: say('history.forgetAllTitle') })
    .getByRole('button', { name: say('history.forgetNow') })
    .click();
  await page.getByText(say('history.empty')).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('orders'))).toBeNull();
  await page.locator('input[type="file"]').setInputFiles(path);
  await page.getByRole('region', { name: say('history.open') }).waitFor();
  expect(await rows(page, say)).toBe(2);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('stores nothing of an order after the history is switched off (phone, Russian)', async () => {
  const say = await loadWords('ru');
  const order = await makeOrder(api, { ...floating, amount: '0.01' });
  const { page, problems, open, close } = await visit({ ...PHONE, ...RUSSIAN, reducedMotion: 'reduce' });
  await open(`/ru${orderPath(order)}`);
  await page.getByRole('region', { name: say('order.send.region') }).waitFor();
  await open('/ru/history');
  await page.getByRole('region', { name: say('history.open') }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('checkbox', { name: say('history.storeSwitch') }).click();
  await page
    .getByRole('dialog', { name: say('history.forgetOffTitle') })
    .getByRole('button', { name: say('history.forgetNow') })
    .click();
  await page.getByText(say('history.emptyOff')).waitFor();
  await open(`/ru${orderPath(order)}`);
  await page.getByRole('region', { name: say('order.send.region') }).waitFor();
  expect(await page.evaluate(() => [localStorage.getItem('orders'), localStorage.getItem('order-tokens')])).toEqual([null, null]);
  expect(problems).toEqual([]);
  await close();
});
