import { expect, test } from 'vitest';
import { OPERATOR_SCOPES } from '../../contract/accounts/operatorScopes.ts';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { ADDRESSES } from '../support/browser/exchangeForm.ts';
import { confirmAct, signInOperator } from '../support/browser/operators.ts';
import { pay } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';
import { makeOrder, untilEvent } from '../support/samples/makeOrder.ts';

// Every payout is above the cap, so it is on hold until two operators release it.
const { api, site, visit } = useSite({ PAYOUT_CAP_PER_ORDER_USD: '100' });
const HOLM = { email: 'd.holm@example.com', password: 'harbour lantern 27' };
const ORTIZ = { email: 'm.ortiz@example.com', password: 'harbour lantern 28' };
const WISH = { from: 'btc', amount: '0.05', rateMode: 'FLOATING' } as const;
const TO_TRON = { ...WISH, to: 'usdttrc20', destinationAddress: ADDRESSES.tron };
const TO_ETHEREUM = { ...WISH, to: 'eth', destinationAddress: ADDRESSES.ethereum };

test('two operators find, release, refund, stop, resume and pause, and the audit names them', async () => {
  const say = await loadWords('en');
  const [released, other] = [await makeOrder(api, TO_TRON), await makeOrder(api, TO_ETHEREUM)];
  await Promise.all([pay(api, released), pay(api, other)]);
  const [first, second] = [await visit({ reducedMotion: 'reduce' }), await visit({ reducedMotion: 'reduce' })];

  // To everybody else the console is a page that does not exist.
  const answer = await first.page.goto(`${site().url}/console`);
  expect(answer?.status()).toBe(404);
  await signInOperator(first.page, { api, site: site(), customer: HOLM, scopes: OPERATOR_SCOPES });
  await signInOperator(second.page, { api, site: site(), customer: ORTIZ, scopes: OPERATOR_SCOPES });
  await Promise.all([first.open('/console'), second.open('/console')]);
  first.problems.splice(0);
  second.problems.splice(0);
  const { page } = first;
  const dialog = page.getByRole('dialog');

  /** The second operator approves the request for this act, the only one that is open. */
  const approve = async (act: 'release' | 'refund' | 'resume-payouts', amount?: string): Promise<void> => {
    await second.page.keyboard.press('g');
    await second.page.keyboard.press('a');
    const asked = second.page.getByRole('row').filter({ hasText: say(`console.act.${act}`) });
    await asked.getByRole('button', { name: say('console.decideNow') }).waitFor();
    await second.page.keyboard.press('j');
    await second.page.keyboard.press('Enter');
    const decision = await confirmAct(second.page, say, { reason: 'agreed by phone', ...(amount !== undefined && { amount }) });
    await decision.getByText(say('console.done'), { exact: true }).waitFor();
    await second.page.keyboard.press('Enter');
    await decision.waitFor({ state: 'detached' });
  };
  /** The typed amount: what the label of the field names, without the coin. */
  const amountIn = async (): Promise<string> => {
    const effect = dialog.locator('dl').first();
    await effect.waitFor();
    return ((await effect.locator('dd').first().innerText()).split(/\s/)[0] ?? '').replaceAll(',', '');
  };

  await page
    .getByRole('link', { name: say('console.reason.CAP_PER_ORDER') })
    .nth(1)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(ADDRESSES.tron);
  await page.keyboard.press('Enter');
  await page.getByText(say('console.foundBy.DESTINATION')).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/console/orders/${released.orderId}`);
  await page.getByRole('button', { name: say('console.act.release') }).waitFor();
  await page.keyboard.press('r');
  const amount = await amountIn();
  expect(await accessibilityFaults(page)).toEqual([]);
  await confirmAct(page, say, { reason: 'the customer called', amount });
  await dialog.getByText(say('console.requested'), { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await approve('release', amount);
  await untilEvent(api, released, 'WITHDRAWAL_COMPLETED');

  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.getByRole('link', { name: say('console.reason.CAP_PER_ORDER') }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('b');
  await dialog.getByRole('textbox', { name: say('console.field.address') }).waitFor();
  await page.keyboard.type(ADDRESSES.bitcoin);
  await page.keyboard.press('Enter');
  const back = await amountIn();
  await confirmAct(page, say, { reason: 'the customer wants it back', amount: back });
  await dialog.getByText(say('console.requested'), { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await approve('refund', back);

  await page.getByRole('button', { name: say('console.stopAllPayouts') }).click();
  await dialog.getByRole('textbox', { name: say('console.field.reason') }).waitFor();
  await page.keyboard.type('books differ');
  await page.keyboard.press('Enter');
  await confirmAct(page, say, { reason: 'books differ' });
  await dialog.getByText(say('console.done'), { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: say('console.resumePayouts') }).click();
  await confirmAct(page, say, { reason: 'books agree again' });
  await dialog.getByText(say('console.requested'), { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await approve('resume-payouts');
  await page.getByRole('button', { name: say('console.stopAllPayouts') }).waitFor();

  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('searchbox', { name: say('console.findCoin') }).fill('xrp');
  await page
    .getByRole('button', { name: say('console.act.pause'), exact: true })
    .first()
    .click();
  await dialog.getByRole('combobox', { name: say('console.field.side') }).selectOption('both');
  await dialog.getByRole('combobox', { name: say('console.field.reason') }).selectOption('MAINTENANCE');
  await dialog.getByRole('button', { name: say('console.showEffect') }).press('Enter');
  await confirmAct(page, say, { reason: 'the node is behind' });
  await dialog.getByText(say('console.done'), { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await page.keyboard.press('g');
  await page.keyboard.press('l');
  for (const act of ['release', 'refund', 'stop-payouts', 'resume-payouts', 'pause'] as const) {
    await page
      .getByRole('link', { name: say(`console.act.${act}`), exact: true })
      .first()
      .waitFor();
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  expect([...first.problems, ...second.problems]).toEqual([]);
  await first.close();
  await second.close();
});
