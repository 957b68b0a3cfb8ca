import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { ADDRESSES, eventKinds, ledgerAccounts, ledgerSums, readOrder, makeOrder, type OrderHost } from '../testing/orderHost.ts';

describe.each(oneDatabase(import.meta.filename))('%s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  test('takes a floating order from deposit to payout with a balanced ledger', async () => {
    const made = await makeOrder(host);
    const bitcoin = host.chain('bitcoin');
    expect(eventKinds(made.order)).toEqual(['CREATION_END']);
    bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await host.tick();
    expect(eventKinds(await readOrder(host, made))).toEqual(['CREATION_END', 'DEPOSIT_REGISTERED']);
    bitcoin.mine();
    await host.tick();
    expect(eventKinds(await readOrder(host, made))).toEqual(['CREATION_END', 'DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED']);
    host.desk.prices.set('btc', '61000');
    bitcoin.mine();
    await host.tick(2);
    host.chain('tron').mine();
    await host.tick(2);

    const done = await readOrder(host, made);
    expect(eventKinds(done).slice(3)).toEqual(['FUNDS_WITHDRAWAL_START', 'WITHDRAWAL_COMPLETED']);
    // 0.1 × 61000, less 0.5 % and the network's 1.5
    expect(done.amountToGet).toBe('6068');
    expect(done.withdrawals).toMatchObject([{ amount: '6068' }]);
    expect(
      host
        .chain('tron')
        .receivedBy(ADDRESSES.tron)
        .map((one) => one.amount),
    ).toEqual(['6068']);
    expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
    const accounts = await ledgerAccounts(host, made.order.orderId);
    expect(accounts['CUSTOMER btc']).toBe('0');
    expect(accounts['CUSTOMER usdttrc20']).toBe('0');
    expect(accounts['IN_TRANSIT usdttrc20']).toBe('0');
    expect(accounts['TREASURY usdttrc20']).toBe('-6068');
    expect(accounts['PLATFORM_FEES usdttrc20']).toBe('-30.5');
  });

  test('sweeps the deposit of a completed order to the treasury', async () => {
    const made = await makeOrder(host);
    const bitcoin = host.chain('bitcoin');
    bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
    bitcoin.mine(2);
    await host.tick(3);
    bitcoin.mine();
    host.chain('tron').mine();
    await host.tick(3);
    const treasury = await bitcoin.addressAt(TREASURY_INDEX);
    expect(bitcoin.receivedBy(treasury.address).map((one) => one.amount)).toEqual(['0.09998']);
    expect(await host.database.selectFrom('sweeps').select('state').execute()).toEqual([{ state: 'DONE' }]);
    expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
  });

  test('tops a token deposit up with gas, then sweeps it', async () => {
    const made = await makeOrder(host, {
      from: 'usdttrc20',
      to: 'btc',
      amount: '600',
      destination: ADDRESSES.bitcoin,
      refund: ADDRESSES.tron,
    });
    const tron = host.chain('tron');
    tron.pay({ address: made.order.depositAddress }, 'usdttrc20', '600');
    for (let round = 0; round < 8; round += 1) {
      tron.mine(19);
      host.chain('bitcoin').mine();
      await host.tick();
    }
    const treasury = await tron.addressAt(TREASURY_INDEX);
    expect(tron.receivedBy(treasury.address)).toMatchObject([{ instrument: 'usdttrc20', amount: '600' }]);
    expect(tron.receivedBy(made.order.depositAddress).map((one) => `${one.amount} ${one.instrument}`)).toEqual([
      '600 usdttrc20',
      '5 trx',
    ]);
    // The gas is ours: it is not a deposit and not shown to the customer.
    expect(await readOrder(host, made)).toMatchObject({ deposits: [{ amount: '600' }], attention: null });
    expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
  });

  test('attributes deposits on a shared address by memo', async () => {
    const wanted = { from: 'xrp', to: 'usdttrc20', amount: '1000', refund: ADDRESSES.ripple };
    const [first, second] = [await makeOrder(host, wanted), await makeOrder(host, wanted)];
    expect(first.order.depositAddress).toBe(second.order.depositAddress);
    expect(first.order.depositAddressMemo).not.toBe(second.order.depositAddressMemo);
    const ripple = host.chain('ripple');
    ripple.pay({ address: second.order.depositAddress, memo: second.order.depositAddressMemo }, 'xrp', '1000');
    ripple.pay({ address: second.order.depositAddress, memo: '9' }, 'xrp', '55');
    ripple.mine();
    await host.tick(2);
    host.chain('tron').mine();
    await host.tick(2);
    expect(eventKinds(await readOrder(host, first))).toEqual(['CREATION_END']);
    expect(eventKinds(await readOrder(host, second))).toContain('WITHDRAWAL_COMPLETED');
    expect((await ledgerAccounts(host))['UNATTRIBUTED xrp']).toBe('-55');
    expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
  });
});
