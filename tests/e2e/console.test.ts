import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { OPERATOR_SCOPES } from '../../contract/accounts/operatorScopes.ts';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { ADDRESSES } from '../support/browser/exchangeForm.ts';
import { confirmAct, signInOperator } from '../support/browser/operators.ts';
import { pay, untilShown } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords, type Say } from '../support/browser/words.ts';
import { CHAIN_PATIENCE_MS } from '../support/chainPatience.ts';
import { makeOrder, untilEvent } from '../support/samples/makeOrder.ts';

// Every payout is above the cap, so it is on hold until two operators release it.
const { api, site, visit } = useSite({ environment: { PAYOUT_CAP_PER_ORDER_USD: '100', RECONCILE_EVERY_SECONDS: '5' } });
const HOLM = { email: 'd.holm@example.com', password: 'harbour lantern 27' };
const BERG = { email: 'k.berg@example.com', password: 'harbour lantern 29' };
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

/** The keystroke-level model of Card, Moran and Newell, in seconds: pressing a key, and deciding what to do next. */
const KEY_SECONDS = 0.28;
const DECISION_SECONDS = 1.35;
/** Reading a screen or a dialog that was not seen before */
const READING_SECONDS = 4;
const MOST_SECONDS = 60;

/** An operator with a keyboard, and how long an incident has taken from the first look. */
function createHands(page: Page) {
  let seconds = 0;
  return {
    /** Starts an incident: the operator looks at Overview. */
    look: async (say: Say): Promise<void> => {
      await page.keyboard.press('g');
      await page.keyboard.press('o');
      await page.getByRole('heading', { level: 1, name: say('console.overview') }).waitFor();
      seconds = READING_SECONDS;
    },
    press: async (...keys: string[]): Promise<void> => {
      seconds += DECISION_SECONDS;
      for (const key of keys) {
        seconds += KEY_SECONDS;
        await page.keyboard.press(key);
      }
    },
    type: async (text: string): Promise<void> => {
      seconds += DECISION_SECONDS + text.length * KEY_SECONDS;
      await page.keyboard.type(text);
    },
    /** Moves to the first row of the list, and sees the focus there before the next key. */
    toFirstRow: async (): Promise<void> => {
      seconds += DECISION_SECONDS + KEY_SECONDS;
      const first = page.locator('[data-row]').first();
      await expect
        .poll(async () => {
          // A screen that has just appeared may still take the focus for its heading.
          if ((await page.locator('[data-row]:focus').count()) === 0) await page.keyboard.press('j');
          return await first.evaluate((row) => row === document.activeElement);
        })
        .toBe(true);
    },
    read: async (shown: Locator): Promise<void> => {
      seconds += READING_SECONDS;
      await shown.first().waitFor();
    },
    seconds: () => seconds,
  };
}

test('in five incidents the way from the first look to the right act takes under a minute, by keyboard', async () => {
  const say = await loadWords('en');
  const visitor = await visit({ reducedMotion: 'reduce' });
  const { page } = visitor;
  await signInOperator(page, { api, site: site(), customer: BERG, scopes: OPERATOR_SCOPES });
  await visitor.open('/console');
  visitor.problems.splice(0);
  const dialog = page.getByRole('dialog');
  const hands = createHands(page);
  /** Reads the effect, gives the reason, uses the passkey, and reads that it is done. */
  const confirm = async (reason: string): Promise<void> => {
    const field = dialog.getByRole('textbox', { name: say('console.reasonForAudit') });
    await hands.read(field);
    if ((await field.inputValue()) === '') await hands.type(reason);
    await hands.press('Enter');
    await dialog.locator('button[data-autofocus]').waitFor();
    await hands.press('Enter');
    await hands.read(dialog.getByText(say('console.done'), { exact: true }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  const taken: Record<string, number> = {};

  // The host finds these by itself, at the same time.
  await api.call('sandbox.break', { port: 'tron', mode: 'invent' });
  await api.call('sandbox.price', { symbol: 'XMR', price: '20' });
  drain(site().dataDirectory, 'ethereum', 'eth');

  await hands.look(say);
  await hands.press('g', 'i');
  await page.getByRole('heading', { level: 1, name: say('console.prices') }).waitFor();
  await hands.read(page.getByRole('row').nth(1).filter({ hasText: 'XMR' }).getByText(say('console.untrusted')));
  await hands.toFirstRow();
  await hands.press('q');
  await confirm('the price of XMR is wrong');
  await hands.press('h');
  await hands.read(dialog.getByLabel(say('console.field.from')));
  // The last hour is filled in.
  await hands.press('Enter');
  await hands.read(dialog.getByText(say('console.refused.NOTHING_TO_HOLD')));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  taken['a price is wrong'] = hands.seconds();

  await hands.look(say);
  await hands.press('g', 'n');
  await page.getByRole('heading', { level: 1, name: say('console.networks') }).waitFor();
  // A network with a trouble is the first one.
  await hands.read(page.getByRole('row').nth(1).filter({ hasText: 'TRON' }).getByText(say('console.silent')));
  await hands.toFirstRow();
  await hands.press('Enter');
  const nodes = page.getByRole('table', { name: say('console.column.nodes') });
  await hands.read(nodes.getByText(say('console.no')));
  expect(
    new Set(await nodes.locator('.mono[title]').evaluateAll((all) => all.map((one) => one.getAttribute('title')))).size,
  ).toBe(2);
  await hands.press('z');
  await confirm('a node invents deposits');
  taken['a node lies'] = hands.seconds();

  // Reconciliation looks twice before it is an alarm.
  await hands.look(say);
  const alert = page.getByRole('link', { name: say('console.alert.booksAlarm', { label: 'ethereum' }) });
  await alert.waitFor({ timeout: CHAIN_PATIENCE_MS });
  await hands.toFirstRow();
  await hands.press('Enter');
  await hands.read(page.getByRole('row').filter({ hasText: 'eth' }));
  await hands.press('g', 'o');
  await page.getByRole('button', { name: say('console.stopAllPayouts') }).waitFor();
  await hands.press('z');
  await hands.read(dialog.getByRole('textbox', { name: say('console.field.reason') }));
  await hands.type('the wallet is drained');
  await hands.press('Enter');
  await confirm('the wallet is drained');
  taken['the wallet is drained'] = hands.seconds();

  await page.route('**/api/v1/console/pulse', async (route) => {
    const pulse = (await (await route.fetch()).json()) as ConsoleOutput<'pulse'>;
    const full = { rule: 'diskNearlyFull', concerns: null, since: pulse.at, text: 'The disk is nearly full' };
    await route.fulfill({ json: { ...pulse, alerts: [full, ...pulse.alerts] } });
  });
  await hands.look(say);
  await hands.read(page.getByText(say('console.alert.diskNearlyFull')));
  taken['the disk is full'] = hands.seconds();
  await page.unroute('**/api/v1/console/pulse');

  await hands.look(say);
  await hands.press('g', 'n');
  await page.getByRole('heading', { level: 1, name: say('console.networks') }).waitFor();
  await hands.read(page.getByRole('row').nth(1).filter({ hasText: 'TRON' }));
  await hands.toFirstRow();
  await hands.press('Enter');
  await page.getByRole('button', { name: say('console.act.notice') }).waitFor();
  await hands.press('v');
  await hands.read(dialog.getByLabel(say('console.field.en')));
  await hands.type('TRON payouts are late.');
  await hands.press('Tab');
  await hands.type('Выплаты TRON задерживаются.');
  // It ends in four hours.
  await hands.press('Enter');
  await confirm('complaints');
  taken['customers complain'] = hands.seconds();

  for (const [incident, seconds] of Object.entries(taken))
    expect([incident, seconds < MOST_SECONDS, seconds]).toEqual([incident, true, seconds]);
  expect(Object.keys(taken)).toHaveLength(5);
  const customer = await visit();
  await customer.page.goto(`${site().url}/exchange-btc-usdttrc20`);
  await untilShown(customer.page.getByText('TRON payouts are late.'));
  expect(await accessibilityFaults(page)).toEqual([]);
  await customer.close();
  await visitor.close();
});

/** Takes the treasury's coins in the books of the embedded network, as a thief with its key would. */
function drain(dataDirectory: string, network: string, instrument: string): void {
  const database = new DatabaseSync(join(dataDirectory, 'causeway.sqlite'));
  const where = 'network = ? and instrument = ?';
  const { changes } = database.prepare(`update chain_balances set amount = '0.01' where ${where}`).run(network, instrument);
  database.close();
  expect(changes).toBeGreaterThan(0);
}
