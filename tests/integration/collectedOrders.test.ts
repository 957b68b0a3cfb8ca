import { expect, onTestFinished, test } from 'vitest';
import { getAddress } from 'viem';
import { toBaseUnits } from '../../contract/money.ts';
import { reconcileNow, runOperator } from '../../server/orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, startOrderHost } from '../../server/orders/testing/orderHost.ts';
import { collectorOf, DEPLOYER } from '../../server/ports/chain/evm/batches/collector.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { contractAddress, EVM_NETWORK, installTokens, testGateway, TREASURY } from '../support/nodes/evmGateway.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

const COLLECTOR = collectorOf(TREASURY);
/** It can charge a fee for transfers, so the balances decide what arrived. */
const TETHER_SLUG = 'usdterc20';
const TETHER = contractAddress(TETHER_SLUG);

test('orders whose deposits are collected complete, and the books agree with the network', async () => {
  const anvil = await freshAnvil();
  const host = await startOrderHost();
  onTestFinished(() => host.close());
  host.desk.maximum = '10000';
  await installTokens(anvil);
  const units = toBaseUnits('500', 6);
  // The treasury has enough of it, so that nothing is collected early.
  await anvil.installToken(TETHER, [
    { owner: anvil.customer, units: units * 10n },
    { owner: TREASURY, units: units * 4n },
  ]);
  await anvil.fund(TREASURY, '10');
  await anvil.mine(1);
  const gateway = testGateway(host.database, anvil, { collection: true });
  Object.assign(host.context, { gateways: new Map([...host.context.gateways, [EVM_NETWORK, gateway]]) });
  await countTreasuries(host.context);
  expect(await runOperator(host, 'collector', EVM_NETWORK)).toContain(COLLECTOR.deployment);
  await anvil.client.sendTransaction({ to: DEPLOYER, data: COLLECTOR.deployment, chain: null });
  await anvil.mine(1);
  expect(await runOperator(host, 'collector', EVM_NETWORK)).toContain(`by the contract ${COLLECTOR.address}`);
  const pair = {
    from: TETHER_SLUG,
    to: 'btc',
    amount: '500',
    destination: ADDRESSES.bitcoin,
    refund: ADDRESSES.ethereum,
  } as const;
  const settle = async () => {
    for (let round = 0; round < 5; round += 1) {
      await anvil.mine(14);
      await gateway.monitor();
      host.advanceClock(10_000);
      host.chain('bitcoin').mine(3);
      await host.tick();
    }
  };
  for (let count = 0; count < 5; count += 1) {
    const { order } = await makeOrder(host, pair);
    await anvil.payToken(TETHER, getAddress(order.depositAddress), units);
    if (count === 3) await settle();
  }
  const states = async () => (await host.database.selectFrom('sweeps').select('state').execute()).map(({ state }) => state);
  expect((await states()).filter((state) => state === 'GATHERING')).toHaveLength(4);
  await settle();
  await settle();
  expect(await states()).toEqual(Array(5).fill('DONE'));
  const sweeps = await host.database.selectFrom('outbox').selectAll().where('kind', '=', 'SWEEP').execute();
  expect(sweeps.map(({ state, amount }) => [state, amount])).toEqual(sweeps.map(() => ['CONFIRMED', '500']));
  expect(sweeps).toHaveLength(5);
  expect(new Set(sweeps.map(({ tx_hash }) => tx_hash)).size).toBe(1);
  expect(await anvil.tokensOf(TETHER, TREASURY)).toBe(units * 9n);
  expect(await reconcileNow(host)).toEqual([]);
});
