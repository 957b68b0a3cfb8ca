import { expect, onTestFinished, test } from 'vitest';
import { compare, type Decimal } from '../../contract/money.ts';
import type { ChainGateway } from '../../server/ports/chain/chainGateway.ts';
import { reconcileNow } from '../../server/orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, startOrderHost, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { GAS_BURNING_CODE } from '../support/nodes/erc20.ts';
import { EVM_NETWORK, installTokens, testGateway, testWallet, TREASURY } from '../support/nodes/evmGateway.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';
import { startTronStandin, testTronGateway, TRON, TRON_STRANGER } from '../support/nodes/tron/tronStandin.ts';

const DAY_MS = 24 * 3_600_000;

interface RealNetwork {
  slug: string;
  gateway: ChainGateway & { monitor(): Promise<unknown> };
  /** An address to which a payment costs more than usual */
  expensive: string;
  pay(address: string, coins: Decimal): Promise<unknown>;
  mine(): Promise<void> | void;
}

const networks = {
  async eth(host: OrderHost): Promise<RealNetwork> {
    const anvil = await freshAnvil();
    await anvil.fund(TREASURY, '100');
    await anvil.mine(1);
    await installTokens(anvil);
    const contract = testWallet.addressAt(700);
    await anvil.client.setCode({ address: contract, bytecode: GAS_BURNING_CODE });
    return {
      slug: EVM_NETWORK,
      gateway: testGateway(host.database, anvil),
      expensive: contract,
      pay: (address, coins) => anvil.pay(address as `0x${string}`, coins),
      mine: () => anvil.mine(20),
    };
  },
  async trx(host: OrderHost): Promise<RealNetwork> {
    const standin = await startTronStandin();
    onTestFinished(() => standin.close());
    return {
      slug: TRON,
      gateway: testTronGateway(host.database, standin.urls, { now: host.context.now }),
      // The network charges for a new account.
      expensive: TRON_STRANGER,
      pay: async (address, coins) => await Promise.resolve(standin.pay('trx', address, coins)),
      mine: () => standin.chain.mine(20),
    };
  },
};

test.each([
  { from: 'eth', amount: '0.5', more: '0.2' },
  { from: 'trx', amount: '900', more: '200' },
] as const)('a second deposit of $from is refunded for what the payment to its address costs (D77)', async (deposit) => {
  const { from, amount, more } = deposit;
  const host = await startOrderHost();
  onTestFinished(() => host.close());
  const { slug, gateway, expensive, pay, mine } = await networks[from](host);
  Object.assign(host.context, { gateways: new Map([...host.context.gateways, [slug, gateway]]) });
  await countTreasuries(host.context);
  const usual = (await gateway.estimateFee(from)).amount;
  host.desk.fees.set(from, usual);
  const run = async (): Promise<void> => {
    for (let round = 0; round < 4; round += 1) {
      await mine();
      host.chain('bitcoin').mine(2);
      await host.tick();
      await gateway.monitor();
    }
  };

  const made = await makeOrder(host, { from, amount, to: 'btc', destination: ADDRESSES.bitcoin, refund: expensive });
  await run();
  await pay(made.order.depositAddress, amount);
  await run();
  host.desk.minimum = '1000000';
  await pay(made.order.depositAddress, more);
  await run();
  const { extra } = await host.orders.refundInfo(made.order.orderId);
  const [{ networkFee, refundAmount } = expect.fail('no second deposit')] = extra ?? [];
  if (networkFee === null) return expect.fail('no refund is offered');
  expect(compare(networkFee, usual)).toBe(1);
  host.advanceClock(DAY_MS);
  await run();
  const [refund] = await host.database.selectFrom('outbox').selectAll().where('kind', '=', 'REFUND').execute();
  expect(refund).toMatchObject({ amount: refundAmount, state: 'CONFIRMED', to_address: expensive });
  const paid = await gateway.sendState(refund?.id ?? '');
  if (paid.state !== 'confirmed') throw new Error(`The refund is ${paid.state}`);
  expect(compare(paid.feePaid.amount, usual)).toBe(1);
  expect(compare(paid.feePaid.amount, networkFee)).toBeLessThanOrEqual(0);
  expect(await reconcileNow(host)).toEqual([]);
});
