import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { insertDeposit, listDeposits } from '../db/repositories/deposits.ts';
import { writeTrustedPrices } from '../db/repositories/trustedPrices.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { ADDRESSES, makeOrder, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';

describe.each(DATABASES)('money besides that waits for an address on %s', { timeout: 60_000 }, (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  const list = () => runOperatorCommand({ ...host.context, operatorFile: '' }, ['list']);

  /** Of two coins a crumb and a payment that is worth its fee, besides an order that has had its own. */
  async function besides(): Promise<MadeOrder> {
    const made = await makeOrder(host, { from: 'trx', to: 'btc', amount: '500', destination: ADDRESSES.bitcoin, refund: null });
    const tron = host.chain('tron');
    const pay = (instrument: string, amount: string) => tron.pay({ address: made.order.depositAddress }, instrument, amount);
    pay('trx', '500');
    for (let round = 0; round < 4; round += 1) {
      tron.mine(25);
      await host.tick();
    }
    for (const [instrument, amount] of [
      ['trx', '4'],
      ['trx', '40.25'],
      ['usdttrc20', '0.001'],
      ['usdttrc20', '30.5'],
    ] as const) {
      pay(instrument, amount);
      tron.mine(25);
      await host.tick();
    }
    return made;
  }

  async function addDust({ order }: MadeOrder, count: number): Promise<void> {
    const [deposit] = (await listDeposits(host.database, order.orderId)).filter(({ amount }) => amount === '4');
    if (!deposit) return expect.fail('there is a crumb');
    await host.database.transaction().execute(async (transaction) => {
      for (let index = 0; index < count; index += 1) {
        await insertDeposit(transaction, { ...deposit, tx_hash: `crumb ${index}`, booked_at: 1 });
      }
    });
  }

  test('thousands of crumbs hide nothing, and are one line', async () => {
    const made = await besides();
    await addDust(made, 2_500);
    const prices = [
      { symbol: 'TRX', price: '0.3', priced_at: 1 },
      { symbol: 'USDT', price: '1', priced_at: 1 },
    ];
    await writeTrustedPrices(host.database, prices, host.context.now());
    const lines = (await list()).split('\n').filter((line) => !line.includes('→'));
    expect(lines).toEqual([
      expect.stringMatching(`^EXTRA ${made.order.orderId}  40.25 trx in one payment besides the order.*since 2026-`),
      expect.stringMatching(`^EXTRA ${made.order.orderId}  30.5 usdttrc20 in one payment besides the order.*since 2026-`),
      'EXTRA … and 2502 that the network’s fee would eat now',
    ]);
  });

  test('what a transfer costs is not known: everything is named', async () => {
    const made = await besides();
    host.chain('tron').mode = 'down';
    const said = await list();
    expect(said).toContain(`EXTRA ${made.order.orderId}  44.25 trx in 2 payments`);
    expect(said).toContain(`EXTRA ${made.order.orderId}  30.501 usdttrc20 in 2 payments`);
    expect(said).not.toContain('would eat');
  });
});
