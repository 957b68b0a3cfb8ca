import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { encodeFunctionData, hexToBigInt, numberToHex, parseAbi, parseTransaction, type Address, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { sum, toBaseUnits } from '../../contract/money.ts';
import { addressIndex } from '../../server/common/addressIndex.ts';
import type { Database } from '../../server/db/database.ts';
import { createEvmSendStore } from '../../server/db/repositories/evmSendStore.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  SendUndecidedError,
  type CollectRequest,
  type TokenCollection,
} from '../../server/ports/chain/chainGateway.ts';
import { collectorOf, DEPLOYER } from '../../server/ports/chain/evm/batches/collector.ts';
import type { EvmGateway } from '../../server/ports/chain/evm/evmGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { killAtEachStatement } from '../support/killAtEachStatement.ts';
import { startAnvil, type Anvil } from '../support/nodes/anvil.ts';
import {
  contractAddress,
  EVM_CHAIN_ID,
  EVM_NETWORK,
  payment,
  STRANGER,
  testGateway,
  testWallet,
  TREASURY,
} from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

const TOKEN = 'usdcerc20';
const CONTRACT = contractAddress(TOKEN);
const COLLECTOR = collectorOf(TREASURY);
const ABI = parseAbi([
  'struct Item { address deposit; address token; uint256 amount; }',
  'function collectAll(Item[] items)',
  'function collect(address token, uint256 amount) returns (bool)',
]);
const FINAL = 12;
/** The highest refund of gas, a fifth, is in this factor: anvil refunds too much for addresses without an account. */
const MOST_REFUNDED = 1.25;

/** No two tests share deposit addresses. */
let nextIndex = 1_000;

function requests(count: number, amount = '10'): CollectRequest[] {
  return Array.from({ length: count }, () => {
    nextIndex += 1;
    return { idempotencyKey: `SWEEP:${nextIndex}`, instrumentSlug: TOKEN, fromIndex: addressIndex(nextIndex), amount };
  });
}

const addressOf = ({ fromIndex }: CollectRequest): Address => testWallet.addressAt(fromIndex);
const keysOf = (items: readonly CollectRequest[]) => items.map(({ idempotencyKey }) => idempotencyKey);

function collectionOf(gateway: EvmGateway): TokenCollection {
  if (!gateway.collection) throw new Error('the gateway does not collect');
  return gateway.collection;
}

describe('Collection by EIP-7702 on a real EVM node', () => {
  let anvil: Anvil;
  let flaky: Awaited<ReturnType<typeof startFlakyNode>>;
  let database: Database;
  let gateway: EvmGateway;

  beforeAll(async () => {
    anvil = await freshAnvil();
    flaky = await startFlakyNode(anvil.url);
    await anvil.client.sendTransaction({ to: DEPLOYER, data: COLLECTOR.deployment, chain: null });
    await anvil.mine(1);
  });
  afterAll(() => flaky.stop());
  beforeEach(async () => {
    flaky.mend();
    database = await openMemoryDatabase();
    gateway = testGateway(database, anvil, { collection: true });
    await anvil.fund(TREASURY, '100');
    return () => database.destroy();
  });

  /** Makes deposits on chain. */
  async function paid(count: number, variant?: Parameters<Anvil['installToken']>[2]): Promise<CollectRequest[]> {
    const items = requests(count);
    const units = toBaseUnits('10', 6);
    await anvil.installToken(
      CONTRACT,
      [...items.map((item) => ({ owner: addressOf(item), units })), { owner: TREASURY, units }, { owner: STRANGER, units }],
      variant,
    );
    await anvil.mine(1);
    return items;
  }

  const tokensOf = (owner: Address) => anvil.tokensOf(CONTRACT, owner);
  const statesOf = (items: readonly CollectRequest[]) =>
    Promise.all(items.map(({ idempotencyKey }) => gateway.sendState(idempotencyKey)));
  const gasOf = async (hash: string) => Number((await anvil.client.getTransactionReceipt({ hash: hash as Hex })).gasUsed);

  /** Uses authorisations of a batch as a stranger, in a block. */
  async function useAuthorizations(items: readonly CollectRequest[], places: readonly number[]): Promise<void> {
    const [attempt] = await createEvmSendStore(database, EVM_NETWORK).listAttempts(`COLLECTION:${items[0]?.idempotencyKey}`);
    const { authorizationList = [] } = parseTransaction(attempt?.raw_transaction as Hex);
    const used = authorizationList.filter((_authorization, place) => places.includes(place));
    await anvil.client.sendTransaction({ to: anvil.customer, authorizationList: used, chain: null } as never);
    await anvil.mine(1);
  }

  it('collects deposits in one transaction, whose fee the treasury pays in exact shares', async () => {
    const items = await paid(5);
    const before = [await tokensOf(TREASURY), await anvil.coinsOf(TREASURY)] as const;
    const sent = await collectionOf(gateway).send(items);
    expect([...sent.keys()]).toEqual(keysOf(items));
    expect(new Set(sent.values()).size).toBe(1);
    await anvil.mine(FINAL);
    const states = await statesOf(items);
    const shares = states.map((state) => (state.state === 'confirmed' ? state.feePaid.amount : 'none'));
    expect((await tokensOf(TREASURY)) - before[0]).toBe(toBaseUnits('50', 6));
    expect(toBaseUnits(sum(shares), 18)).toBe(before[1] - (await anvil.coinsOf(TREASURY)));
    await gateway.monitor();
    expect(await createEvmSendStore(database, EVM_NETWORK).listUnsettled()).toEqual([]);
    // The books know the transaction as one of the treasury.
    expect(await gateway.records.count()).toMatchObject({ mined: (await gateway.records.count()).known });
  });

  it('takes at most 1.3 times the gas of a transfer for each of 20 deposits, and 0.75 of a top-up with a sweep', async () => {
    const items = await paid(20);
    const [hash = ''] = (await collectionOf(gateway).send(items)).values();
    await anvil.mine(1);
    const batch = await gasOf(hash);
    // The recipient has the token already, as the treasury has: such a transfer takes the least gas.
    const { txHash } = await gateway.send(payment('transfer', '1', TOKEN));
    await anvil.mine(1);
    const transfer = await gasOf(txHash);
    const each = (batch * MOST_REFUNDED) / items.length;
    expect(each).toBeLessThanOrEqual(1.3 * transfer);
    expect(each).toBeLessThanOrEqual(0.75 * (transfer + 21_000));
  });

  it('collects once when the node fails at the broadcast, also from another process', async () => {
    const items = await paid(3);
    flaky.fail('eth_sendRawTransaction', 'refuse');
    const failing = testGateway(database, flaky, { collection: true });
    await expect(collectionOf(failing).send(items)).rejects.toThrow(ChainUnavailableError);
    expect((await statesOf(items)).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
    const before = await tokensOf(TREASURY);
    await collectionOf(gateway).send(items);
    await anvil.mine(1);
    await collectionOf(gateway).send(items);
    await anvil.mine(1);
    expect((await tokensOf(TREASURY)) - before).toBe(toBaseUnits('30', 6));
  });

  it('collects once when the process dies at any database statement', async () => {
    let items: CollectRequest[] = [];
    let before = 0n;
    const collect = async (on: Database) => await collectionOf(testGateway(on, anvil, { collection: true })).send(items);
    const runs = await killAtEachStatement({
      async prepare() {
        items = await paid(2);
        before = await tokensOf(TREASURY);
      },
      work: collect,
      async recover(alive) {
        await collect(alive);
        await anvil.mine(1);
        expect((await tokensOf(TREASURY)) - before).toBe(toBaseUnits('20', 6));
      },
    });
    expect(runs).toBeLessThan(100);
  });

  it('stores nothing when the fence stops it', async () => {
    const items = await paid(2);
    const stopped = collectionOf(gateway).send(items, () => Promise.reject(new Error('the lease is lost')));
    await expect(stopped).rejects.toThrow();
    expect((await statesOf(items)).map(({ state }) => state)).toEqual(['unknown', 'unknown']);
  });

  it('bumps the fee of a batch with the same authorisations', async () => {
    const items = await paid(2);
    let now = Date.now();
    const later = testGateway(database, anvil, { collection: true, now: () => now });
    const first = await collectionOf(later).send(items);
    now += 180_000;
    await later.monitor();
    await anvil.mine(1);
    const [state] = await statesOf(items);
    expect(state).toMatchObject({ state: 'confirmed' });
    expect(state).not.toMatchObject({ txHash: [...first.values()][0] });
    expect(await tokensOf(addressOf(items[0] as CollectRequest))).toBe(0n);
  });

  it('fails only the item whose token refuses', async () => {
    const items = await paid(3, { blocklist: 'isBlacklisted' });
    await collectionOf(gateway).send(items);
    await anvil.blockAccount(CONTRACT, addressOf(items[1] as CollectRequest));
    await anvil.mine(FINAL);
    expect((await statesOf(items)).map(({ state }) => state)).toEqual(['confirmed', 'failed', 'confirmed']);
    expect((await statesOf(items))[1]).toMatchObject({ reason: 'the token did not move', feePaid: { instrumentSlug: 'eth' } });
  });

  it('leaves out an address with a send that is not settled, and one that lacks the coins', async () => {
    const items = await paid(3);
    const [busy, poor, free] = items as [CollectRequest, CollectRequest, CollectRequest];
    await anvil.fund(addressOf(busy), '1');
    await gateway.send({ ...payment('refund', '0.1'), fromIndex: busy.fromIndex });
    const sent = await collectionOf(gateway).send([busy, { ...poor, amount: '11' }, free]);
    expect([...sent.keys()]).toEqual([free.idempotencyKey]);
    // And the other way round: nothing leaves an address while it is collected.
    await anvil.fund(addressOf(free), '1');
    await expect(gateway.send({ ...payment('early', '0.1'), fromIndex: free.fromIndex })).rejects.toThrow(ChainUnavailableError);
  });

  it('collects although a stranger has used an authorisation first', async () => {
    const items = await paid(2);
    flaky.fail('eth_sendRawTransaction', 'refuse');
    await expect(collectionOf(testGateway(database, flaky, { collection: true })).send(items)).rejects.toThrow();
    await useAuthorizations(items, [0]);
    await gateway.monitor();
    await anvil.mine(1);
    expect((await statesOf(items)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
  });

  it('lets an address pay by itself after another transaction took the nonce of its batch', async () => {
    const items = await paid(2);
    const [item, robbed] = items as [CollectRequest, CollectRequest];
    flaky.fail('eth_sendRawTransaction', 'refuse');
    const failing = testGateway(database, flaky, { collection: true });
    await expect(collectionOf(failing).send(items)).rejects.toThrow();
    await anvil.client.impersonateAccount({ address: TREASURY });
    await anvil.client.sendTransaction({ account: TREASURY, to: anvil.customer, value: 1n, chain: null });
    await anvil.mine(FINAL);
    await gateway.monitor();
    const failed = { state: 'failed', reason: 'another transaction used its nonce' };
    expect(await statesOf(items)).toEqual([failed, failed]);
    for (const one of items) await anvil.fund(addressOf(one), '1');
    await gateway.send({ ...payment('own', '10', TOKEN), toAddress: TREASURY, fromIndex: item.fromIndex });
    await anvil.mine(1);
    expect(await gateway.sendState('own')).toMatchObject({ state: 'confirmed' });

    // The authorisation of the failed batch is public: a stranger uses it before the address's own payment is mined.
    const own = { ...payment('robbed', '10', TOKEN), toAddress: TREASURY, fromIndex: robbed.fromIndex };
    await expect(failing.send(own)).rejects.toThrow();
    await useAuthorizations(items, [1]);
    // A reorg could still give the nonce back.
    await expect(gateway.sendState('robbed')).rejects.toThrow(SendUndecidedError);
    await anvil.mine(FINAL);
    await gateway.monitor();
    expect(await gateway.sendState('robbed')).toEqual(failed);
    await gateway.send({ ...own, idempotencyKey: 'again' });
    await anvil.mine(1);
    expect(await gateway.sendState('again')).toMatchObject({ state: 'confirmed' });
  });

  it('refuses strangers: no one else can collect', async () => {
    const [item] = (await paid(1)) as [CollectRequest];
    await collectionOf(gateway).send([item]);
    await anvil.mine(1);
    await anvil.payToken(CONTRACT, addressOf(item), 0n);
    const stranger = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 3 });
    const collect = encodeFunctionData({ abi: ABI, functionName: 'collect', args: [CONTRACT, 0n] });
    const all = encodeFunctionData({
      abi: ABI,
      functionName: 'collectAll',
      args: [[{ deposit: addressOf(item), token: CONTRACT, amount: 0n }]],
    });
    const call = (account: Address, to: Address, data: Hex) => anvil.client.call({ account, to, data });
    for (const to of [addressOf(item), COLLECTOR.address]) {
      await expect(call(stranger.address, to, collect)).rejects.toThrow();
      await expect(call(stranger.address, to, all)).rejects.toThrow();
    }
    // Not even the treasury acts on a deposit address without the contract.
    await expect(call(TREASURY, addressOf(item), collect)).rejects.toThrow();
    await expect(call(TREASURY, COLLECTOR.address, all)).resolves.toMatchObject({});
  });

  it('receives coins at a collected address, with more than 21,000 gas', async () => {
    const [item] = (await paid(1)) as [CollectRequest];
    await collectionOf(gateway).send([item]);
    await anvil.mine(1);
    const pay = (gas: bigint) => anvil.client.sendTransaction({ to: addressOf(item), value: 5n, gas, chain: null });
    await pay(21_000n);
    await anvil.mine(1);
    expect(await anvil.coinsOf(addressOf(item))).toBe(0n);
    await pay(30_000n);
    await anvil.mine(1);
    expect(await anvil.coinsOf(addressOf(item))).toBe(5n);
    await expect(anvil.client.call({ account: anvil.customer, to: COLLECTOR.address, value: 1n })).rejects.toThrow();
  });

  it('is never used with a contract other than its own', async () => {
    const items = await paid(2);
    const code = (await anvil.client.getCode({ address: COLLECTOR.address })) as Hex;
    expect(await collectionOf(gateway).estimate(items)).not.toBeNull();
    // One bit differs.
    const other = numberToHex(hexToBigInt(code) ^ 1n);
    await anvil.client.setCode({ address: COLLECTOR.address, bytecode: other });
    expect(await collectionOf(gateway).isReady()).toBe(false);
    expect(await collectionOf(gateway).estimate(items)).toBeNull();
    await expect(collectionOf(gateway).send(items)).rejects.toThrow(ChainRefusedError);
    expect((await statesOf(items)).map(({ state }) => state)).toEqual(['unknown', 'unknown']);
    await anvil.client.setCode({ address: COLLECTOR.address, bytecode: code });
    expect(await collectionOf(gateway).isReady()).toBe(true);
  });

  it('is never used while one of two nodes shows another contract', async () => {
    const items = await paid(2);
    const liar = await startFlakyNode(anvil.url);
    onTestFinished(() => liar.stop());
    const checked = collectionOf(testGateway(database, anvil, { collection: true, more: [liar.url] }));
    expect(await checked.isReady()).toBe(true);
    liar.lie('eth_getCode', () => '0x60006000fd');
    expect(await checked.estimate(items)).toBeNull();
    await expect(checked.send(items)).rejects.toThrow(ChainRefusedError);
  });

  it('is not offered where the operator has not switched it on', () => {
    expect(testGateway(database, anvil).collection).toBeUndefined();
  });
});

describe('A network without EIP-7702', () => {
  it('estimates no collection and refuses one', async () => {
    const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual', hardfork: 'cancun' });
    const database = await openMemoryDatabase();
    try {
      await anvil.client.sendTransaction({ to: DEPLOYER, data: COLLECTOR.deployment, chain: null });
      const items = requests(2);
      await anvil.fund(TREASURY, '1');
      await anvil.installToken(
        CONTRACT,
        items.map((item) => ({ owner: addressOf(item), units: toBaseUnits('10', 6) })),
      );
      await anvil.mine(1);
      const collection = collectionOf(testGateway(database, anvil, { collection: true }));
      expect(await collection.isReady()).toBe(true);
      expect(await collection.estimate(items)).toBeNull();
      await expect(collection.send(items)).rejects.toThrow(ChainRefusedError);
    } finally {
      anvil.stop();
      await database.destroy();
    }
  });
});
