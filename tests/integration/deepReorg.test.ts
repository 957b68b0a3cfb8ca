import { expect, onTestFinished, test } from 'vitest';
import { findOutboxRow } from '../../server/db/repositories/outbox.ts';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { releaseHeld } from '../../server/operator/testing/acts.ts';
import {
  ADDRESSES,
  eventKinds,
  readOrder,
  makeOrder,
  startOrderHost,
  type OrderHost,
} from '../../server/orders/testing/orderHost.ts';
import type { ChainGateway } from '../../server/ports/chain/chainGateway.ts';
import { createEmbeddedChains } from '../../server/ports/chain/embedded/embeddedChains.ts';
import { reconcileNow } from '../../server/orders/testing/hostActions.ts';
import { installTokens, testGateway } from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

/** A network on which a reorg can be deeper than its confirmations. */
interface Reorganisable {
  gateway: ChainGateway;
  instrument: string;
  pay(address: `0x${string}`, amount: string): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Removes the newest blocks. Returns a function that brings their transactions back to the mempool. */
  reorganise(blocks: number): Promise<() => Promise<void>>;
  /** Counts reads of whole blocks. */
  blocksRead(): number;
  stop(): Promise<void>;
}

async function embedded(host: OrderHost): Promise<Reorganisable> {
  const prices = new Map(Object.entries({ ETH: '3000', USDT: '1' }));
  const usdPrice = (symbol: string) => prices.get(symbol);
  const { database, catalogue, now } = host.context;
  const chains = createEmbeddedChains({
    store: createEmbeddedChainStore(database),
    catalogue,
    usdPrice,
    speed: 60,
    now: () => Math.min(now(), stopped),
  });
  const stopped = now();
  await chains.prepare();
  const { controls } = chains;
  return {
    gateway: chains.gateways.get('ethereum') ?? expect.fail('no gateway'),
    instrument: 'eth',
    pay: async (toAddress, amount) => void (await controls.send({ instrumentSlug: 'eth', toAddress, memo: null, amount })),
    mine: async (blocks) => void (await controls.mine('ethereum', blocks)),
    async reorganise(blocks) {
      await controls.breakNetwork('ethereum', 'stuck');
      await controls.reorganise('ethereum', blocks, 'return');
      return () => controls.mend('ethereum');
    },
    // An embedded network has no blocks to read.
    blocksRead: () => 0,
    stop: () => Promise.resolve(),
  };
}

async function realNodes(host: OrderHost): Promise<Reorganisable> {
  const anvil = await freshAnvil();
  const second = await startFlakyNode(anvil.url);
  await installTokens(anvil);
  await anvil.mine(20);
  let raw: `0x${string}` | null = null;
  let blocksRead = 0;
  second.lie('eth_getBlockByNumber', (truth, [, isWhole]) => {
    if (isWhole === true) blocksRead += 1;
    return truth;
  });
  return {
    gateway: testGateway(host.database, anvil, { more: [second.url] }),
    instrument: 'eth',
    pay: async (address, amount) => {
      raw = await anvil.rawTransaction(await anvil.pay(address, amount));
    },
    mine: (blocks) => anvil.mine(blocks),
    async reorganise(blocks) {
      await anvil.reorganise(blocks);
      return async () =>
        void (await anvil.client.sendRawTransaction({ serializedTransaction: raw ?? expect.fail('nothing paid') }));
    },
    blocksRead: () => blocksRead,
    stop: () => second.stop(),
  };
}

test.each([
  ['an embedded network', embedded],
  ['two real nodes', realNodes],
] as const)('refuses a payout on hold after a deep reorg, until its deposit is mined again, on %s', async (_name, open) => {
  const host = await startOrderHost({ perOrderUsd: '1000' });
  onTestFinished(() => host.close());
  const chain = await open(host);
  onTestFinished(() => chain.stop());
  Object.assign(host.context, { gateways: new Map([...host.context.gateways, ['ethereum', chain.gateway]]) });
  const differences = () => reconcileNow(host);
  await differences();
  const made = await makeOrder(host, { from: 'eth', amount: '1', refund: ADDRESSES.ethereum });
  const payout = () => findOutboxRow(host.database, `PAYOUT:${made.order.orderId}`);
  const confirmations = host.context.catalogue.networks.get('ethereum')?.minConfirmations ?? 0;

  await host.tick();
  await chain.pay(made.order.depositAddress as `0x${string}`, '1');
  await chain.mine(confirmations + 2);
  await host.tick(2);
  expect(await payout()).toMatchObject({ state: 'HELD' });
  const { txHash } = (await readOrder(host, made)).deposits[0] ?? expect.fail('no deposit');

  const bringBack = await chain.reorganise(confirmations + 4);
  await chain.mine(1);
  host.advanceClock(3 * 3_600_000);
  await releaseHeld(host.context, `PAYOUT:${made.order.orderId}`);
  await host.tick(2);
  expect(await payout()).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  expect((await differences()).map(({ key }) => key)).toContain(`reorged:ethereum:${txHash}:0`);

  await bringBack();
  await chain.mine(confirmations - 1);
  host.advanceClock(3_600_000);
  await host.tick();
  expect(await payout()).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  // The regular scan reads up to the newest of many blocks before the payout is retried.
  await chain.mine(150);
  await host.tick();
  expect(await payout()).toMatchObject({ state: 'REFUSED' });
  const blocksRead = chain.blocksRead();
  host.advanceClock(3_600_000);
  await host.tick();
  expect(chain.blocksRead() - blocksRead).toBeLessThanOrEqual(1);
  host.chain('tron').mine();
  await host.tick();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
  expect(host.chain('tron').receivedBy(ADDRESSES.tron)).toHaveLength(1);
});
