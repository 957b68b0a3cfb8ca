import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toBaseUnits } from '../../contract/money.ts';
import type { NodesUnderTest, NodesWithPayees } from '../conformance/chainUnderTest.ts';
import { startHostOnNodes, type HostOnNodes } from '../conformance/hostOnNodes.ts';
import { openLitecoin } from '../conformance/litecoinUnderTest.ts';
import { openMonero } from '../conformance/moneroUnderTest.ts';
import { launchBrowser, visit } from '../support/browser/browser.ts';
import { exchangeForm } from '../support/browser/exchangeForm.ts';
import { completedHeading, reachOrder } from '../support/browser/orderPage.ts';
import { startSite, type Site } from '../support/browser/site.ts';
import { loadWords } from '../support/browser/words.ts';
import { PATIENCE } from '../support/chainPatience.ts';
import { CUSTOMER_KEYS } from '../support/nodes/mineMoneroChain.ts';
import type { MoneroNetwork } from '../support/nodes/monero.ts';

/** Runs the whole exchange on two Litecoin and two Monero nodes, as a customer: in a browser, and through public calls. */
describe('A swap between real Litecoin and Monero nodes', () => {
  let litecoin: NodesWithPayees;
  let monero: NodesUnderTest & { network: MoneroNetwork };
  let host: HostOnNodes;
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    [litecoin, monero] = await Promise.all([openLitecoin(), openMonero()]);
    host = await startHostOnNodes([litecoin, monero]);
    const environment = { API_URL: await host.listen() };
    [site, browser] = await Promise.all([startSite({ environment }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await host?.close();
    await Promise.all([litecoin?.close(), monero?.close()]);
  });

  it('exchanges Litecoin for Monero in a browser and back through the API, proves the payment, and the books agree', async () => {
    const moneroAddress = CUSTOMER_KEYS.addressAt(1);
    const say = await loadWords('en');
    const { page, problems, open, close } = await visit(browser, site.url, { reducedMotion: 'reduce' });
    await vi.waitFor(async () => expect(await host.quote('ltc', 'xmr', '1')).toBe('open'), PATIENCE);
    await open('/exchange-ltc-xmr?amount=2');
    const form = exchangeForm(page, say);
    await form.address('XMR', 'Monero').fill(moneroAddress);
    await page.getByText(say('exchange.addressValid', { network: 'Monero' })).waitFor();
    await form.terms.check();
    await form.button(say('exchange.button.ready', { amount: '2 LTC' })).click();
    const order = await host.api.call('orders.publicInfo', await reachOrder({ page, problems }, say));
    await litecoin.payAsCustomer('ltc', order.depositAddress, '2');
    const [done] = await host.untilAll([order], 'WITHDRAWAL_COMPLETED');
    const [withdrawal] = done?.receipt?.document.withdrawals ?? [];
    expect(await completedHeading(page, say)).toContain('XMR');
    expect(problems).toEqual([]);
    await close();
    const proof = {
      txid: withdrawal?.txHash ?? '',
      address: moneroAddress,
      message: '',
      signature: withdrawal?.paymentProof ?? '',
    };
    // The customer's own wallet checks it.
    expect(await monero.network.wallets[2]?.call('check_tx_proof', proof)).toMatchObject({
      good: true,
      received: String(toBaseUnits(withdrawal?.amount ?? '0', 12)),
    });

    const destinationAddress = litecoin.payeeAt(2);
    const delivery = { destinationAddress, refundAddress: moneroAddress };
    const back = await host.create({ from: 'xmr', to: 'ltc', amount: '0.5', ...delivery });
    expect(back.depositAddress).toMatch(/^8/);
    expect(back.minConfirmationsToWithdraw).toBe(50);
    const deposit = await monero.payAsCustomer('xmr', back.depositAddress, '0.5');
    const [paid] = await host.untilAll([back], 'WITHDRAWAL_COMPLETED');
    expect(paid?.deposits).toMatchObject([{ amount: '0.5', txHash: deposit }]);
    const [{ amount, txHash } = expect.fail('nothing is paid out')] = paid?.withdrawals ?? [];
    expect(await litecoin.received('ltc', destinationAddress, txHash ?? '')).toBe(amount);
    expect(await host.differences()).toEqual([]);
  });

  it('closes Monero with a public reason while a wallet program does not answer, and no other coin', async () => {
    const quote = (from: string, to: string) => host.quote(from, to, '1');
    expect(await quote('ltc', 'xmr')).toBe('open');
    await monero.network.stopWallet(1);
    await vi.waitFor(async () => expect(await quote('ltc', 'xmr')).toContain('NETWORK_UNAVAILABLE'), PATIENCE);
    expect(await quote('xmr', 'ltc')).toContain('NETWORK_UNAVAILABLE');
    expect(await quote('ltc', 'btc')).toBe('open');
  });
});
