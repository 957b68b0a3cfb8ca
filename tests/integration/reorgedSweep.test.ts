import { getAddress, type Hex } from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import { findOrder } from '../../server/db/repositories/orders.ts';
import { listSweeps } from '../../server/db/repositories/sweeps.ts';
import { listOutboxRows } from '../../server/db/repositories/outbox.ts';
import type { OutboxKind } from '../../server/db/tables/payments.ts';
import { runOperatorCommand } from '../../server/operator/cli/runOperatorCommand.ts';
import { ADDRESSES, makeOrder, startOrderHost } from '../../server/orders/testing/orderHost.ts';
import { reconcileNow } from '../../server/orders/testing/hostActions.ts';
import { storedHex } from '../../server/ports/chain/evm/storedHex.ts';
import { startAnvil } from '../support/nodes/anvil.ts';
import { contractAddress, EVM_CHAIN_ID, EVM_NETWORK, testGateway, TREASURY } from '../support/nodes/evmGateway.ts';

const TOKEN = 'usdterc20';
/** An extra deposit in another coin, which is swept on its own. */
const OTHER_TOKEN = 'usdcerc20';

/** Creates an order on a real node. Its payout is on hold. */
async function startOrder(from: string, amount: string) {
  const host = await startOrderHost({ perOrderUsd: '1000' });
  onTestFinished(() => host.close());
  const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
  onTestFinished(() => anvil.stop());
  for (const { network, contractAddress: contract } of host.context.catalogue.instruments.values()) {
    if (network === EVM_NETWORK && contract !== null) await anvil.installToken(getAddress(contract), []);
  }
  for (const token of [TOKEN, OTHER_TOKEN]) {
    await anvil.installToken(contractAddress(token), [{ owner: anvil.customer, units: 10n ** 12n }]);
  }
  host.desk.prices.set(OTHER_TOKEN, '1');
  await anvil.fund(TREASURY, '10');
  await anvil.mine(20);
  const gateway = testGateway(host.database, anvil);
  Object.assign(host.context, { gateways: new Map([...host.context.gateways, [EVM_NETWORK, gateway]]) });
  const differences = () => reconcileNow(host);
  await differences();
  host.desk.maximum = '10000';
  const { order } = await makeOrder(host, { from, amount, refund: ADDRESSES.ethereum });
  const confirmations = host.context.catalogue.networks.get(EVM_NETWORK)?.minConfirmations ?? 0;
  const runRounds = async (times = 1): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      host.advanceClock(11 * 60_000);
      // The node may refuse a broadcast now. The next round retries it.
      await gateway.monitor().catch(() => undefined);
      await anvil.mine(confirmations + 1);
      await host.tick(2);
      await gateway.monitor().catch(() => undefined);
    }
  };
  const sent = async (kind: OutboxKind) =>
    (await listOutboxRows(host.database, order.orderId)).filter((row) => row.kind === kind);
  await host.tick();
  return {
    host,
    anvil,
    differences,
    runRounds,
    confirmations,
    sent,
    orderId: order.orderId,
    address: getAddress(order.depositAddress),
    /** Pays and waits until the deposit is booked. Returns the signed bytes. */
    async paid(pay: Promise<Hex>): Promise<Hex> {
      const raw = await anvil.rawTransaction(await pay);
      await anvil.mine(confirmations + 2);
      await host.tick(2);
      return raw;
    },
    /** Returns a function that rebroadcasts the order's current top-ups at the same base fees, so that the treasury can pay them. */
    async recordTopUps(): Promise<() => Promise<void>> {
      const topUps: { raw: Hex; baseFeePerGas: bigint }[] = [];
      for (const row of await sent('TOP_UP')) {
        const hash = storedHex(row.tx_hash ?? '');
        const { blockHash } = await anvil.client.getTransactionReceipt({ hash });
        const { baseFeePerGas } = await anvil.client.getBlock({ blockHash });
        topUps.push({ raw: await anvil.rawTransaction(hash), baseFeePerGas: baseFeePerGas ?? 0n });
      }
      return async () => {
        for (const { raw, baseFeePerGas } of topUps) {
          await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas });
          await anvil.client.sendRawTransaction({ serializedTransaction: raw });
          await anvil.mine(1);
        }
      };
    },
    writeOff: () => runOperatorCommand({ ...host.context, operatorFile: '' }, ['write-off', order.orderId, 'lost']),
    rebroadcast: (raw: Hex) => anvil.client.sendRawTransaction({ serializedTransaction: raw }),
  };
}

test('repeats a sweep that was reorged with its deposit when the deposit is mined again', async () => {
  const made = await startOrder('eth', '1');
  const { host, anvil, confirmations } = made;
  const raw = await made.paid(anvil.pay(made.address, '1'));
  await made.runRounds();
  expect(await made.sent('SWEEP')).toMatchObject([{ state: 'CONFIRMED' }]);
  const settled = host.database.selectFrom('evm_sends').select('settled');
  expect(await settled.execute()).toEqual([{ settled: 1 }]);

  await anvil.reorganise(3 * confirmations);
  await anvil.mine(3 * confirmations);
  expect(await made.writeOff()).toContain('The order ended as VOID');
  await made.runRounds();
  expect(await made.sent('SWEEP')).toMatchObject([{ state: 'SENT' }]);
  expect(await made.differences()).toEqual([]);

  await made.rebroadcast(raw);
  await anvil.mine(confirmations + 1);
  await made.runRounds(3);
  expect(await made.sent('SWEEP')).toMatchObject([{ state: 'CONFIRMED' }]);
  expect(await findOrder(host.database, made.orderId)).toMatchObject({ status: 'VOID' });
  expect(await listSweeps(host.database, made.orderId)).toMatchObject([{ state: 'DONE' }]);
  expect(await anvil.coinsOf(made.address)).toBeLessThan(10n ** 16n);
  expect(await made.differences()).toEqual([]);
});

test('lets a token sweep fail after a reorg removed its deposit, and sweeps the deposit again when it is mined', async () => {
  const made = await startOrder(TOKEN, '2000');
  const { host, anvil, confirmations } = made;
  const raw = await made.paid(anvil.payToken(contractAddress(TOKEN), made.address, 2_000_000_000n));
  await made.runRounds(3);
  expect(await made.sent('SWEEP')).toMatchObject([{ state: 'CONFIRMED' }]);
  const rebroadcastTopUps = await made.recordTopUps();

  await anvil.reorganise(6 * confirmations);
  await rebroadcastTopUps();
  await anvil.mine(6 * confirmations);
  expect(await made.writeOff()).toContain('The order ended as VOID');
  await made.runRounds(2);
  expect(await made.sent('SWEEP')).toMatchObject([{ state: 'FAILED' }]);
  expect(await made.differences()).toEqual([]);

  await made.rebroadcast(raw);
  await anvil.mine(confirmations + 1);
  // The failed sweep has used the gas, so that the next one needs a top-up.
  await made.runRounds(6);
  expect((await made.sent('SWEEP')).map(({ state }) => state)).toEqual(['FAILED', 'CONFIRMED']);
  expect(await findOrder(host.database, made.orderId)).toMatchObject({ status: 'VOID' });
  expect(await listSweeps(host.database, made.orderId)).toMatchObject([{ state: 'DONE' }]);
  expect(await anvil.tokensOf(contractAddress(TOKEN), made.address)).toBe(1n);
  expect(await made.differences()).toEqual([]);
});

test('rebroadcasts a reorged sweep of a deposit that was not reorged, before the sweep of a deposit that was', async () => {
  const made = await startOrder(TOKEN, '2000');
  const { host, anvil, confirmations } = made;
  await made.paid(anvil.payToken(contractAddress(TOKEN), made.address, 2_000_000_000n));
  const forkBlock = (await anvil.client.getBlockNumber()) - BigInt(confirmations);
  await made.runRounds(3);
  const raw = await made.paid(anvil.payToken(contractAddress(OTHER_TOKEN), made.address, 2_000_000_000n));
  await made.runRounds(3);
  const states = async () => (await made.sent('SWEEP')).map(({ instrument, state }) => `${instrument} ${state}`);
  expect(await states()).toEqual([`${TOKEN} CONFIRMED`, `${OTHER_TOKEN} CONFIRMED`]);
  const rebroadcastTopUps = await made.recordTopUps();

  const reorgedBlocks = Number((await anvil.client.getBlockNumber()) - forkBlock);
  await anvil.reorganise(reorgedBlocks);
  await rebroadcastTopUps();
  await anvil.mine(reorgedBlocks);
  expect(await made.writeOff()).toContain(`2000 ${OTHER_TOKEN}`);
  await made.runRounds(2);
  expect(await states()).toEqual([`${TOKEN} CONFIRMED`, `${OTHER_TOKEN} FAILED`]);
  expect(await anvil.tokensOf(contractAddress(TOKEN), made.address)).toBe(1n);
  expect(await made.differences()).toEqual([]);

  await made.rebroadcast(raw);
  await anvil.mine(confirmations + 1);
  await made.runRounds(6);
  expect(await states()).toEqual([`${TOKEN} CONFIRMED`, `${OTHER_TOKEN} FAILED`, `${OTHER_TOKEN} CONFIRMED`]);
  expect(await listSweeps(host.database, made.orderId)).toMatchObject([{ state: 'DONE' }]);
  expect(await made.differences()).toEqual([]);
});
