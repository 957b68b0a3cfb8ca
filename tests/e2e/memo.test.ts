import { describe, expect, test, vi } from 'vitest';
import { apiRoutes } from '../../contract/api/index.ts';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { untilUnattributed } from '../support/ledger.ts';
import { arrivedAt, completedHeading, decide, heading, pay, reachOrder, untilShown } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';
import { PATIENCE } from '../support/chainPatience.ts';

const say = await loadWords('en');
const { api, site, visit } = useSite();

const ANOTHER_XRP = 'r4xHohHkexDU6wfzJQGnrfuEsHpbALYVV';

describe('receiving a coin with memos', () => {
  test.concurrent('requires a memo and stores it with the order', async () => {
    const { page, problems, open, close } = await visit();
    await open('/exchange-btc-xrp?amount=0.01');
    const form = exchangeForm(page, say);
    const name = await memoNameOf('xrp');
    await form.address('XRP', 'XRP Ledger').fill(ADDRESSES.xrp);
    await form.terms.check();
    const inSentence = name.toLowerCase();
    await form.button(say('exchange.button.memo', { name: inSentence })).click();
    await page.getByText(say('exchange.memo.missing', { name: inSentence })).waitFor();
    const memo = form.form.getByRole('textbox', { name: say('exchange.memo', { name }) });
    await memo.fill('778899\u200b');
    await page.getByText(say('exchange.cleaned')).waitFor();
    await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();

    const order = await api.call('orders.publicInfo', await reachOrder({ page, problems }, say));
    expect(order.destinationAddressMemo).toBe('778899');
    await page
      .getByRole('region', { name: say('order.details') })
      .getByText('778899')
      .waitFor();
    await close();
  });

  test.concurrent('says what a destination tag is, and names the correction as the next step', async () => {
    const { page, open, close } = await visit();
    await open('/exchange-btc-xrp?amount=0.01');
    const form = exchangeForm(page, say);
    const name = await memoNameOf('xrp');
    await form.address('XRP', 'XRP Ledger').fill(ADDRESSES.xrp);
    await form.terms.check();
    const memo = form.form.getByRole('textbox', { name: say('exchange.memo', { name }) });
    await memo.fill('abc');
    await page.getByText(say('exchange.memo.number', { name: name.toLowerCase() })).waitFor();
    await form.button(say('exchange.button.memoInvalid', { name: name.toLowerCase() })).click();
    expect(await memo.evaluate((field) => field === document.activeElement)).toBe(true);
    await memo.fill('4294967295');
    await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).waitFor();
    await close();
  });

  test.concurrent('focuses the field that the host refused', async () => {
    const { page, open, close } = await visit();
    await page.route(`**${apiRoutes['orders.create'].path}`, async (route) => {
      const details = { field: 'destinationAddressMemo', code: 'error_memo_incorrect' };
      await route.fulfill({ status: 400, json: { code: 'ERR_VALIDATION', message: 'No', details, requestId: 'r' } });
    });
    await open('/exchange-btc-xrp?amount=0.01');
    const form = exchangeForm(page, say);
    const name = await memoNameOf('xrp');
    await form.address('XRP', 'XRP Ledger').fill(ADDRESSES.xrp);
    await form.terms.check();
    const memo = form.form.getByRole('textbox', { name: say('exchange.memo', { name }) });
    await memo.fill('12345');
    await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();
    await form.button(say('exchange.button.memoInvalid', { name: name.toLowerCase() })).waitFor();
    await vi.waitFor(async () => expect(await memo.evaluate((field) => field === document.activeElement)).toBe(true), PATIENCE);
    await page.getByText(say('exchange.memo.other', { name: name.toLowerCase() })).waitFor();
    await close();
  });

  test.concurrent('accepts a tick that the address needs no memo', async () => {
    const { page, problems, open, close } = await visit();
    await open('/exchange-btc-xrp?amount=0.01');
    const form = exchangeForm(page, say);
    await form.address('XRP', 'XRP Ledger').fill(ADDRESSES.xrp);
    await form.terms.check();
    await form.form.getByRole('checkbox', { name: say('exchange.noMemo', { name: await memoNameOf('xrp') }) }).check();
    await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();

    const order = await api.call('orders.publicInfo', await reachOrder({ page, problems }, say));
    expect(order.destinationAddressMemo).toBeNull();
    await close();
  });
});

test.concurrent.for([
  { slug: 'xrp', ticker: 'XRP', claimed: '200' },
  { slug: 'xlm', ticker: 'XLM', claimed: '2000' },
])('shows the memo before the address and completes a $ticker deposit with it', async ({ slug, claimed }) => {
  const { page, problems, open, close } = await visit();
  await open(`/exchange-${slug}-usdttrc20?amount=${claimed}`);
  const form = exchangeForm(page, say);
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.terms.check();
  await page.getByText(say('exchange.addressValid', { network: 'TRON' })).waitFor();
  await form.form.getByRole('button', { name: say('exchange.button.ready', { amount: '' }) }).click();

  const order = await api.call('orders.publicInfo', await reachOrder({ page, problems }, say));
  const memo = order.depositAddressMemo ?? '';
  expect(memo).not.toBe('');
  const name = await memoNameOf(slug);
  const copies = page.getByRole('region', { name: say('order.send.region') }).getByRole('button');
  expect(await copies.first().getAttribute('aria-label')).toBe(say('order.copyMemo', { name }));

  await page.getByRole('link', { name: say('order.send.sandbox') }).click();
  const wallet = page.getByRole('region', { name: say('sandbox.send.title') });
  await vi.waitFor(
    async () => expect(await wallet.getByRole('textbox', { name: say('sandbox.send.memo') }).inputValue()).toBe(memo),
    PATIENCE,
  );
  await wallet.getByRole('button', { name: say('sandbox.send.button'), exact: true }).click();
  await wallet.getByRole('button', { name: say('sandbox.back') }).click();
  expect(await completedHeading(page, say)).toContain('USDT');
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('refunds to another account only with a memo or a tick that none is needed', async () => {
  const visitor = await visit({ reducedMotion: 'reduce' });
  const { page, problems, open, close } = visitor;
  await open('/exchange-xrp-usdttrc20?amount=200');
  const form = exchangeForm(page, say);
  const name = await memoNameOf('xrp');
  const inSentence = name.charAt(0).toLowerCase() + name.slice(1);
  await form.fixed.check();
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.refundAddress('XRP', 'XRP Ledger').fill(ADDRESSES.xrp);
  await form.terms.check();
  await form.button(say('exchange.button.refundMemo', { name: inSentence })).click();
  await page.getByText(say('exchange.memo.missing', { name: inSentence })).waitFor();
  await form.form.getByRole('checkbox', { name: say('exchange.refundNoMemo', { name: inSentence }) }).check();
  await form.button(say('exchange.button.ready', { amount: '200 XRP' })).click();
  const reference = await reachOrder({ page, problems }, say);
  await pay(api, reference, '250');

  const takeItBack = page.getByRole('region', { name: say('order.decision.refund') });
  const other = takeItBack.getByRole('checkbox', { name: say('order.decision.otherAddress') });
  await untilShown(other);
  await other.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type(ANOTHER_XRP);
  await page.keyboard.press('Enter');
  await takeItBack.getByText(say('exchange.memo.missing', { name: inSentence })).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const memo = takeItBack.getByRole('textbox', { name, exact: true });
  await memo.fill('4711');
  await decide(visitor, say, { way: 'refund', press: () => memo.press('Enter') });

  const { recentTransfers } = await api.call('sandbox.state', {});
  expect(recentTransfers.filter(({ toAddress }) => toAddress === ANOTHER_XRP).map(({ memo }) => memo)).toEqual(['4711']);
  expect(await arrivedAt(api, ADDRESSES.xrp)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('does not assign a payment without its memo to the order', async () => {
  const { page, problems, open, close } = await visit();
  await open('/exchange-xrp-usdttrc20?amount=300');
  const form = exchangeForm(page, say);
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '300 XRP' })).click();
  const reference = await reachOrder({ page, problems }, say);
  const { depositAddress } = await api.call('orders.publicInfo', reference);
  const { txHash } = await api.call('sandbox.send', { instrumentSlug: 'xrp', toAddress: depositAddress, amount: '300' });
  await untilUnattributed(site().dataDirectory, { network: (await networkOf('xrp')).slug, txHash });

  await page.reload();
  await heading(page, say('order.title.send', { amount: '300 XRP' })).waitFor();
  expect((await api.call('orders.publicInfo', reference)).deposits).toEqual([]);
  await close();
});

/** What the network calls its memo: "Destination tag". */
async function memoNameOf(slug: string): Promise<string> {
  return (await networkOf(slug)).memoName ?? '';
}

async function networkOf(slug: string) {
  const instruments = await api.call('instruments.list', {});
  const network = instruments.find((instrument) => instrument.slug === slug)?.network;
  if (!network) throw new Error(`${slug} has no network`);
  return network;
}
