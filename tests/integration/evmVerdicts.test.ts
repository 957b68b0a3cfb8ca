import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { createEvmSendStore } from '../../server/db/repositories/evmSendStore.ts';
import { ChainUnavailableError, SendUndecidedError } from '../../server/ports/chain/chainGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import type { Anvil } from '../support/nodes/anvil.ts';
import { EVM_CHAIN_ID, EVM_NETWORK, payment, STRANGER, testGateway, testWallet, TREASURY } from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

const FINAL = 12;
const GWEI = 1_000_000_000n;

describe('The state of a payment on a real EVM node', () => {
  let anvil: Anvil;
  let flaky: Awaited<ReturnType<typeof startFlakyNode>>;
  let database: Database;

  beforeAll(async () => {
    anvil = await freshAnvil();
    flaky = await startFlakyNode(anvil.url);
  });
  afterAll(() => flaky.stop());
  beforeEach(async () => {
    flaky.mend();
    database = await openMemoryDatabase();
    await anvil.fund(TREASURY, '100');
    await anvil.mine(1);
    return () => database.destroy();
  });

  /** Sends a payment that the network never receives, and broadcasts a conflicting transaction with its nonce. */
  async function useNonce(key: string): Promise<void> {
    flaky.fail('eth_sendRawTransaction', 'refuse');
    await expect(testGateway(database, flaky).send(payment(key, '1'))).rejects.toThrow(ChainUnavailableError);
    const nonce = await anvil.client.getTransactionCount({ address: TREASURY });
    const conflicting = await testWallet.sign(0, {
      chainId: EVM_CHAIN_ID,
      type: 'eip1559',
      nonce,
      to: STRANGER,
      gas: 21_000n,
      maxFeePerGas: 100n * GWEI,
      maxPriorityFeePerGas: GWEI,
    });
    await anvil.client.sendRawTransaction({ serializedTransaction: conflicting });
    await anvil.mine(1);
  }

  it('reports a payment as failed when a conflicting transaction is final', async () => {
    const gateway = testGateway(database, flaky);
    await useNonce('overtaken');
    expect(await gateway.sendState('overtaken')).toMatchObject({ state: 'pending' });
    await anvil.mine(FINAL);
    expect(await gateway.sendState('overtaken')).toMatchObject({ state: 'failed' });
  });

  it.each([
    ['has the state of old blocks', 700, Infinity],
    ['has the state of few blocks', 150, 100],
  ])('reports the failure later too, from a new process, with a node that %s', async (_node, blocks, stateBlocks) => {
    await useNonce(`overtaken ${blocks}`);
    await anvil.mine(blocks);
    const head = Number(await anvil.client.getBlockNumber());
    flaky.lie('eth_getTransactionCount', (truth, [, block]) => {
      if (Number(block) < head - stateBlocks) throw new Error('missing trie node');
      return truth;
    });
    expect(await testGateway(database, flaky).sendState(`overtaken ${blocks}`)).toMatchObject({ state: 'failed' });
  });

  it('keeps a payment failed when the node has lost the proof', async () => {
    await useNonce('forgotten');
    await anvil.mine(FINAL);
    await testGateway(database, flaky).monitor();
    flaky.lie('eth_getTransactionReceipt', () => null);
    flaky.lie('eth_getBlockByNumber', () => null);
    const reason = 'another transaction used its nonce';
    expect(await testGateway(database, flaky).sendState('forgotten')).toEqual({ state: 'failed', reason });
  });

  /** Counts reads of whole blocks: a search for a nonce ends with one. */
  function countSearches(): () => number {
    let blocks = 0;
    flaky.lie('eth_getBlockByNumber', (truth, [, isWhole]) => {
      if (isWhole === true) blocks += 1;
      return truth;
    });
    return () => blocks;
  }

  it('searches for the conflicting transaction only every ten minutes while a node lacks its receipt', async () => {
    let now = Date.now();
    const gateway = testGateway(database, flaky, { more: [anvil.url], now: () => now });
    await useNonce('half known');
    await anvil.mine(FINAL);
    const searches = countSearches();
    flaky.lie('eth_getTransactionReceipt', () => null);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await gateway.sendState('half known')).toMatchObject({ state: 'pending' });
    }
    expect(searches()).toBe(1);
    now += 11 * 60_000;
    await gateway.sendState('half known');
    expect(searches()).toBe(2);
    flaky.mend();
    expect(await gateway.sendState('half known')).toMatchObject({ state: 'failed' });
  });

  it('searches only every ten minutes while the payment used its nonce itself and its receipt is missing', async () => {
    const gateway = testGateway(database, flaky);
    await gateway.send(payment('ours', '1'));
    await anvil.mine(1);
    const searches = countSearches();
    flaky.lie('eth_getTransactionReceipt', () => null);
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await gateway.sendState('ours')).toMatchObject({ state: 'pending' });
    expect(searches()).toBe(1);
  });

  it('stores the conflicting transaction until a node shows another one', async () => {
    const gateway = testGateway(database, flaky);
    await useNonce('conflicting');
    await gateway.sendState('conflicting');
    const sends = createEvmSendStore(database, EVM_NETWORK);
    const conflictingHash = async () => (await sends.find('conflicting'))?.conflicting_hash;
    const known = await conflictingHash();
    expect(known).toMatch(/^0x/);
    flaky.lie('eth_getTransactionReceipt', () => null);
    await gateway.sendState('conflicting');
    expect(await conflictingHash()).toBe(known);
    flaky.mend();
    await sends.writeConflictingHash('conflicting', `0x${'7'.repeat(64)}`);
    await gateway.sendState('conflicting');
    await gateway.sendState('conflicting');
    expect(await conflictingHash()).toBe(known);
  });

  it('throws when a node has lost the receipt of a final payment', async () => {
    await testGateway(database, flaky).send(payment('long ago', '1'));
    await anvil.mine(FINAL);
    await testGateway(database, flaky).monitor();
    flaky.lie('eth_getTransactionReceipt', () => null);
    await expect(testGateway(database, flaky).sendState('long ago')).rejects.toThrow(SendUndecidedError);
    await expect(testGateway(database, anvil, { more: [flaky.url] }).sendState('long ago')).rejects.toThrow(SendUndecidedError);
    flaky.mend();
    expect(await testGateway(database, flaky).sendState('long ago')).toMatchObject({ state: 'confirmed' });
  });
});
