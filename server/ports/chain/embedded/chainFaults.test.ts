import { addressIndex } from '../../../common/addressIndex.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { amount } from '../../../../contract/money.ts';
import { createEmbeddedChainStore } from '../../../db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { ChainUnavailableError, type ChainGateway } from '../chainGateway.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { createEmbeddedChains, type EmbeddedChains } from './embeddedChains.ts';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';

const UNTIL = 3;

/** The clock stands still, so blocks are only mined on demand. */
let chains: EmbeddedChains;
let ethereum: ChainGateway;
let address: string;
beforeEach(async () => {
  const database = await openMemoryDatabase();
  const options = { usdPrice: () => '2', speed: 60, treasuryUsd: '1000', now: () => 1_800_000_000_000 };
  chains = createEmbeddedChains({ store: createEmbeddedChainStore(database), catalogue: loadCatalogue(), ...options });
  await chains.prepare();
  const found = chains.gateways.get('ethereum');
  if (!found) throw new Error('no ethereum');
  ethereum = found;
  ({ address } = await ethereum.addressAt(addressIndex(1)));
  return () => database.destroy();
});

const mine = (blocks: number) => chains.controls.mine('ethereum', blocks);
const payUs = (value = '1') => chains.controls.send({ instrumentSlug: 'eth', toAddress: address, memo: null, amount: value });
const scan = async () => (await ethereum.incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL })).transfers;
const payOut = (idempotencyKey: string) =>
  ethereum.send({
    idempotencyKey,
    instrumentSlug: 'eth',
    fromIndex: TREASURY_INDEX,
    toAddress: address,
    memo: null,
    amount: '5',
  });

describe('a reorg', () => {
  it('returns transactions to the mempool, and they are mined in another block', async () => {
    const { txHash } = await payUs();
    await mine(2);
    const [before] = await scan();
    expect(await chains.controls.reorganise('ethereum', 2, 'return')).toEqual({ transactions: 1 });
    expect(await scan()).toMatchObject([{ txHash, blockHeight: null, confirmations: 0 }]);
    await mine(1);
    expect(await scan()).toMatchObject([{ txHash, blockHeight: (before?.blockHeight ?? 0) + 2, confirmations: 1 }]);
  });

  it('leaves deeper blocks unchanged', async () => {
    await payUs();
    await mine(3);
    expect(await chains.controls.reorganise('ethereum', 2, 'vanish')).toEqual({ transactions: 0 });
    expect(await scan()).toMatchObject([{ confirmations: 3 }]);
  });

  it.each(['vanish', 'doubleSpend'] as const)('removes a customer’s payment and its amount (%s)', async (fate) => {
    await payUs();
    await mine(1);
    expect(await ethereum.balance(addressIndex(1), 'eth')).toBe('1');
    await chains.controls.reorganise('ethereum', 1, fate);
    await mine(1);
    expect(await scan()).toEqual([]);
    expect(await ethereum.balance(addressIndex(1), 'eth')).toBe('0');
  });

  it('removes a payment of ours with its fee, so that the same key pays once again', async () => {
    await payOut('forgotten');
    await mine(1);
    await chains.controls.reorganise('ethereum', 1, 'vanish');
    expect(await ethereum.sendState('forgotten')).toEqual({ state: 'unknown' });
    expect(await ethereum.balance(TREASURY_INDEX, 'eth')).toBe('500');
    await payOut('forgotten');
    await mine(1);
    expect(await ethereum.balance(addressIndex(1), 'eth')).toBe('5');
  });

  it('returns a payment of ours instead of spending its coins in another transaction', async () => {
    const { txHash } = await payOut('ours');
    await mine(2);
    await chains.controls.reorganise('ethereum', 2, 'doubleSpend');
    expect(await ethereum.sendState('ours')).toEqual({ state: 'pending', txHash });
    await mine(1);
    expect(await ethereum.sendState('ours')).toMatchObject({ state: 'confirmed', txHash });
  });

  it('keeps a deposit whose coins were spent in blocks that stay', async () => {
    await payUs('10');
    await mine(1);
    const destination = (await ethereum.addressAt(addressIndex(2))).address;
    const sweep = {
      idempotencyKey: 'sweep',
      instrumentSlug: 'eth',
      fromIndex: addressIndex(1),
      toAddress: destination,
      memo: null,
    };
    await ethereum.send({ ...sweep, amount: '8' });
    await chains.controls.reorganise('ethereum', 1, 'vanish');
    await mine(1);
    expect(await scan()).toMatchObject([{ amount: '10' }]);
    expect(await ethereum.balance(addressIndex(2), 'eth')).toBe('8');
  });
});

describe('transactions in the mempool', () => {
  it('are not mined while the network is stuck, and are mined in the next block after mend', async () => {
    await payUs();
    await chains.controls.breakNetwork('ethereum', 'stuck');
    const { txHash } = await payOut('stuck');
    await mine(5);
    expect(await scan()).toMatchObject([{ confirmations: 0 }, { confirmations: 0 }]);
    expect(await ethereum.sendState('stuck')).toEqual({ state: 'pending', txHash });
    await chains.controls.mend('ethereum');
    await mine(1);
    expect(await scan()).toMatchObject([{ confirmations: 1 }, { confirmations: 1 }]);
  });

  it('are replaced by the same payment under another hash', async () => {
    const paid = await payUs();
    const sent = await payOut('replaced');
    expect(await chains.controls.replaceWaiting('ethereum', 'same')).toEqual({ transactions: 2 });
    await mine(1);
    const seen = await scan();
    expect(seen.map((transfer) => transfer.amount).toSorted()).toEqual(['1', '5']);
    expect(seen.map((transfer) => transfer.txHash)).not.toContain(paid.txHash);
    const state = await ethereum.sendState('replaced');
    expect(state).toMatchObject({ state: 'confirmed' });
    expect(state).not.toMatchObject({ txHash: sent.txHash });
    expect(await payOut('replaced')).toEqual({ txHash: state.state === 'confirmed' && state.txHash });
  });

  it('are replaced by a payment to another address, except ours', async () => {
    await payUs();
    await payOut('ours');
    expect(await chains.controls.replaceWaiting('ethereum', 'conflicting')).toEqual({ transactions: 1 });
    await mine(1);
    expect(await scan()).toMatchObject([{ amount: '5' }]);
    expect(await ethereum.balance(addressIndex(1), 'eth')).toBe('5');
  });
});

describe('a broken network', () => {
  it('multiplies estimated and charged fees by the factor until mend', async () => {
    const usual = await ethereum.estimateFee('eth');
    await chains.controls.setFeeFactor('ethereum', '40');
    const raised = await ethereum.estimateFee('eth');
    expect(amount(raised.amount).div(amount(usual.amount)).toFixed(3)).toBe('40.000');
    await payOut('raised');
    await mine(1);
    const state = await ethereum.sendState('raised');
    expect(state.state === 'confirmed' && amount(state.feePaid.amount).gt(amount(usual.amount).times(amount('30')))).toBe(true);
    expect(await chains.controls.networks()).toContainEqual(expect.objectContaining({ slug: 'ethereum', feeFactor: '40' }));
    await chains.controls.mend();
    expect(await ethereum.estimateFee('eth')).toEqual(usual);
  });

  it('shows the chain of ten blocks ago while it lags, and catches up after mend', async () => {
    await payUs();
    await mine(2);
    const { height } = await ethereum.probe();
    await chains.controls.breakNetwork('ethereum', 'lag');
    expect(await ethereum.probe()).toEqual({ height: height - 10 });
    expect(await scan()).toMatchObject([{ blockHeight: null, confirmations: 0 }]);
    expect(await ethereum.balance(addressIndex(1), 'eth')).toBe('0');
    await mine(10);
    expect(await scan()).toMatchObject([{ confirmations: 2 }]);
    await chains.controls.mend('ethereum');
    expect(await scan()).toMatchObject([{ confirmations: 12 }]);
  });

  it.each(['invent', 'hide'] as const)('confirms nothing and fails the probe while a node lies (%s)', async (mode) => {
    await payUs();
    await mine(UNTIL);
    await chains.controls.breakNetwork('ethereum', mode);
    await expect(scan()).rejects.toThrow(ChainUnavailableError);
    await expect(scan()).rejects.toThrow('contradict');
    await expect(ethereum.probe()).rejects.toThrow(ChainUnavailableError);
    await chains.controls.mend('ethereum');
    expect(await scan()).toMatchObject([{ amount: '1', confirmations: UNTIL }]);
  });

  it('shows no pending payment that one node hides', async () => {
    await payUs();
    await mine(1);
    await chains.controls.breakNetwork('ethereum', 'hide');
    expect(await scan()).toEqual([]);
  });

  it('uses the lower balance of its two nodes', async () => {
    await chains.controls.breakNetwork('ethereum', 'overstate');
    expect(await ethereum.balance(TREASURY_INDEX, 'eth')).toBe('500');
    await expect(ethereum.probe()).rejects.toThrow(ChainUnavailableError);
  });

  it('rejects a network that is not embedded', async () => {
    const { reorganise, replaceWaiting, setFeeFactor } = chains.controls;
    for (const attempt of [reorganise('fiat', 1, 'return'), replaceWaiting('fiat', 'same'), setFeeFactor('fiat', '2')]) {
      await expect(attempt).rejects.toMatchObject({ code: 'ERR_NETWORK_NOT_SUPPORTED' });
    }
  });
});
