import { getAddress } from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import { findOrder } from '../../server/db/repositories/orders.ts';
import { listOutboxRows } from '../../server/db/repositories/outbox.ts';
import { runOperatorCommand } from '../../server/orders/operatorCommand.ts';
import { ADDRESSES, makeOrder, startOrderHost } from '../../server/orders/testing/orderHost.ts';
import { reconcile } from '../../server/reconcile/reconcile.ts';
import { startAnvil } from '../support/anvil.ts';
import { EVM_CHAIN_ID, EVM_NETWORK, testGateway } from '../support/evmGateway.ts';

test(
  'a sweep that left the chain with its deposit, after both were final, fetches it when it is back',
  { timeout: 60_000 },
  async () => {
    const host = await startOrderHost({ perOrderUsd: '1000' });
    onTestFinished(() => host.close());
    const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
    onTestFinished(() => anvil.stop());
    for (const { network, contractAddress } of host.context.catalogue.instruments.values()) {
      if (network === EVM_NETWORK && contractAddress !== null) await anvil.installToken(getAddress(contractAddress), []);
    }
    await anvil.mine(20);
    const gateway = testGateway(host.database, anvil);
    Object.assign(host.context, { gateways: new Map([...host.context.gateways, [EVM_NETWORK, gateway]]) });
    const differences = async () => (await reconcile(host.context, { settleMs: 0, judgements: 1 })).differences;
    await differences();
    const made = await makeOrder(host, { from: 'eth', amount: '1', refund: ADDRESSES.ethereum });
    const sweeps = async () => (await listOutboxRows(host.database, made.order.orderId)).filter(({ kind }) => kind === 'SWEEP');
    const confirmations = host.context.catalogue.networks.get(EVM_NETWORK)?.minConfirmations ?? 0;
    const goOn = async (): Promise<void> => {
      host.pass(11 * 60_000);
      // What no node takes yet is tried again.
      await gateway.tend().catch(() => undefined);
      await anvil.mine(confirmations + 1);
      await host.tick(2);
      await gateway.tend().catch(() => undefined);
    };

    await host.tick();
    const raw = await anvil.rawTransaction(await anvil.pay(getAddress(made.order.depositAddress), '1'));
    await anvil.mine(confirmations + 2);
    await host.tick(2);
    await goOn();
    expect(await sweeps()).toMatchObject([{ state: 'CONFIRMED' }]);
    const settled = host.database.selectFrom('chain_sends').select('settled');
    expect(await settled.execute()).toEqual([{ settled: 1 }]);

    await anvil.reorganise(3 * confirmations);
    await anvil.mine(3 * confirmations);
    const said = await runOperatorCommand({ ...host.context, operatorFile: '' }, ['gone', made.order.orderId, 'lost']);
    expect(said).toContain('The order is over');
    await goOn();
    expect(await sweeps()).toMatchObject([{ state: 'SENT' }]);
    expect(await differences()).toEqual([]);

    await anvil.client.sendRawTransaction({ serializedTransaction: raw });
    await anvil.mine(confirmations + 1);
    for (let time = 0; time < 3; time += 1) await goOn();
    expect(await sweeps()).toMatchObject([{ state: 'CONFIRMED' }]);
    expect(await findOrder(host.database, made.order.orderId)).toMatchObject({ status: 'VOID', sweep_state: 'DONE' });
    expect(await anvil.coinsOf(getAddress(made.order.depositAddress))).toBeLessThan(10n ** 16n);
    expect(await differences()).toEqual([]);
  },
);
