import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { RUSSIAN, takenOver } from '../support/browser/browser.ts';
import { makeOrder, orderPath } from '../support/samples/makeOrder.ts';
import { completedHeading, heading, pay } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords, type Say } from '../support/browser/words.ts';
import { PATIENCE } from '../support/chainPatience.ts';

const { api, visit } = useSite();

const DESTINATION = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const order = () =>
  makeOrder(api, { from: 'btc', to: 'usdttrc20', amount: '0.01', rateMode: 'FLOATING', destinationAddress: DESTINATION });

/** Opens a mail in the sandbox's mailbox and returns its text. */
async function readMail(page: Page, say: Say, subject: RegExp): Promise<string> {
  const mail = page.getByRole('region', { name: say('sandbox.mails.title') }).locator('details', { hasText: subject });
  await mail.first().locator('summary').click();
  return await mail.first().innerText();
}

test.concurrent('confirms an e-mail by code, mails the payout and unsubscribes', async () => {
  const say = await loadWords('en');
  const made = await order();
  const { page, problems, open, close } = await visit({ reducedMotion: 'reduce' });
  const sandbox = await page.context().newPage();
  await open(orderPath(made));
  const card = page.getByRole('region', { name: say('notify.title') });
  const way = card.getByRole('listitem').filter({ has: page.getByRole('heading', { name: say('notify.mail.title') }) });
  await way.getByRole('button', { name: say('notify.turnOn') }).click();
  await card.getByRole('textbox', { name: say('notify.mail.label') }).fill('ann@example.org');
  await page.keyboard.press('Enter');
  await card.getByRole('textbox', { name: say('notify.mail.codeLabel') }).waitFor();

  expect(await accessibilityFaults(page)).toEqual([]);

  await sandbox.goto('/sandbox');
  const confirmation = await readMail(sandbox, say, /Your code for order/);
  const code = /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(confirmation)?.[0] ?? '';
  await card.getByRole('textbox', { name: say('notify.mail.codeLabel') }).fill(code);
  await card.getByRole('button', { name: say('notify.mail.confirm') }).click();
  await way.getByRole('button', { name: say('notify.turnOff') }).waitFor();
  await page.reload();
  await takenOver(page);
  await way.getByRole('button', { name: say('notify.turnOff') }).waitFor();

  await pay(api, made);
  await completedHeading(page, say);
  const paidOut = await readMail(sandbox, say, /USDT paid out/);
  expect(paidOut).toContain(made.orderId);
  expect(paidOut).not.toContain(DESTINATION);
  expect(paidOut).not.toContain(made.depositAddress);

  await sandbox
    .getByRole('link', { name: /\/unsubscribe#/ })
    .first()
    .click();
  await takenOver(sandbox);
  expect(await accessibilityFaults(sandbox)).toEqual([]);
  await sandbox.getByRole('button', { name: say('unsubscribe.button') }).click();
  await sandbox.getByText(say('unsubscribe.done')).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('opens the link that only stops withdrawals, of which the host sees no part', async () => {
  const say = await loadWords('en');
  const { page, problems, open, close } = await visit();
  await open(`/freeze-account#${'t'.repeat(32)}.withdrawals`);
  await heading(page, say('freeze.stopTitle')).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('polls an order while the live connection is lost and gets pushes again afterwards', async () => {
  const say = await loadWords('ru');
  const made = await order();
  const { page, problems, open, close } = await visit(RUSSIAN);
  let polls = 0;
  page.on('request', (request) => void (polls += Number(request.url().includes('/orders/public-info'))));
  const sockets: { close(): Promise<void> }[] = [];
  const messages: string[] = [];
  await page.routeWebSocket(/\/api\/v2\/ws/, (socket) => {
    const host = socket.connectToServer();
    host.onMessage((message) => {
      messages.push(String(message));
      socket.send(message);
    });
    sockets.push(socket);
  });
  await open(`/ru${orderPath(made)}`);
  await heading(page, say('order.title.send', { amount: '0,01 BTC' })).waitFor();
  const hasUnchanged = () => messages.some((message) => message.includes('"orders.unchanged"'));
  await vi.waitFor(() => expect(hasUnchanged()).toBe(true), PATIENCE);
  const before = polls;
  await sockets[0]?.close();
  await vi.waitFor(() => expect(polls).toBeGreaterThan(before), PATIENCE);
  await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(1), PATIENCE);

  await pay(api, made);
  await completedHeading(page, say);
  expect(problems).toEqual([]);
  await close();
});
