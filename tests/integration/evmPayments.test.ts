import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { numberToHex } from 'viem';
import { amount, subtract, toBaseUnits, toDecimal } from '../../contract/money.ts';
import { openEmbeddedDatabase, type Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { listChainSendAttempts } from '../../server/db/repositories/chainSends.ts';
import { ChainRefusedError, ChainUnavailableError } from '../../server/ports/chain/chainGateway.ts';
import { sweepableAmount } from '../../server/ports/chain/treasury.ts';
import { startAnvil, type Anvil } from '../support/nodes/anvil.ts';
import { constantCode, GLUTTON_CODE } from '../support/nodes/erc20.ts';
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

const TOKEN = 'usdterc20';
const FINAL = 12;
/** Where rollups of the OP family have their fee oracle. */
const OP_FEE_ORACLE = '0x420000000000000000000000000000000000000F';
const GWEI = 1_000_000_000n;

describe('Payments on a real EVM node', () => {
  let anvil: Anvil;
  let flaky: Awaited<ReturnType<typeof startFlakyNode>>;
  let database: Database;

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
    flaky = await startFlakyNode(anvil.url);
  }, 60_000);
  afterAll(async () => {
    await flaky.stop();
    anvil.stop();
  });
  beforeEach(async () => {
    flaky.mend();
    // Nonces are the node's as much as ours: a new database meets a chain on which the treasury has paid already.
    database = openEmbeddedDatabase(':memory:');
    await migrate(database);
    await anvil.fund(TREASURY, '100');
    await anvil.installToken(contractAddress(TOKEN), [{ owner: TREASURY, units: toBaseUnits('1000', 6) }]);
    await anvil.mine(1);
    return () => database.destroy();
  });

  const strangerHas = () => anvil.client.getBalance({ address: STRANGER });

  it.each(['refuse', 'lose'] as const)('pays once when the node fails at the broadcast (%s)', async (fault) => {
    const before = await strangerHas();
    flaky.fail('eth_sendRawTransaction', fault);
    await expect(testGateway(database, flaky).send(payment('crash', '1'))).rejects.toThrow(ChainUnavailableError);
    expect(await testGateway(database, flaky).sendState('crash')).toMatchObject({ state: 'pending' });
    flaky.mend();
    await testGateway(database, flaky).send(payment('crash', '1'));
    await anvil.mine(1);
    await testGateway(database, flaky).send(payment('crash', '1'));
    await anvil.mine(1);
    expect(await testGateway(database, flaky).sendState('crash')).toMatchObject({ state: 'confirmed' });
    expect((await strangerHas()) - before).toBe(10n ** 18n);
  });

  it('says by itself what the network never heard', async () => {
    flaky.fail('eth_sendRawTransaction', 'refuse');
    const gateway = testGateway(database, flaky);
    await expect(gateway.send(payment('unheard', '1'))).rejects.toThrow(ChainUnavailableError);
    flaky.mend();
    await gateway.monitor();
    await anvil.mine(1);
    expect(await gateway.sendState('unheard')).toMatchObject({ state: 'confirmed' });
  });

  it('sends what is earlier in line before what is later', async () => {
    const gateway = testGateway(database, flaky);
    flaky.fail('eth_sendRawTransaction', 'refuse');
    await expect(gateway.send(payment('earlier', '1'))).rejects.toThrow(ChainUnavailableError);
    flaky.mend();
    await gateway.send(payment('later', '2'));
    await anvil.mine(1);
    expect(await gateway.sendState('earlier')).toMatchObject({ state: 'confirmed' });
    expect(await gateway.sendState('later')).toMatchObject({ state: 'confirmed' });
  });

  it('writes nothing when the node is lost before the payment is signed', async () => {
    flaky.fail('eth_estimateGas', 'refuse');
    const gateway = testGateway(database, flaky);
    await expect(gateway.send(payment('never', '1'))).rejects.toThrow(ChainUnavailableError);
    expect(await gateway.sendState('never')).toEqual({ state: 'unknown' });
  });

  it('lets two processes pay from one address without losing or doubling a payment', async () => {
    const before = await strangerHas();
    const gateways = [testGateway(database, anvil), testGateway(database, anvil)];
    const keys = Array.from({ length: 10 }, (_, position) => `shared-${position}`);
    const payUntilDone = async (key: string, position: number): Promise<void> => {
      for (;;) {
        try {
          await gateways[position % 2]?.send(payment(key, '1'));
          return;
        } catch (error) {
          if (!(error instanceof ChainUnavailableError)) throw error;
        }
      }
    };
    await Promise.all(keys.map(payUntilDone));
    await anvil.mine(2);
    expect((await strangerHas()) - before).toBe(10n * 10n ** 18n);
  });

  it('offers more for what waits too long, and still pays once', async () => {
    let now = Date.now();
    const gateway = testGateway(database, anvil, { now: () => now });
    const before = await strangerHas();
    const first = await gateway.send(payment('slow', '1'));
    await gateway.monitor();
    expect(await listChainSendAttempts(database, EVM_NETWORK, 'slow')).toHaveLength(1);
    now += 180_000;
    await gateway.monitor();
    expect(await listChainSendAttempts(database, EVM_NETWORK, 'slow')).toHaveLength(2);
    await anvil.mine(1);
    const state = await gateway.sendState('slow');
    expect(state).toMatchObject({ state: 'confirmed' });
    expect(state).not.toMatchObject({ txHash: first.txHash });
    expect((await strangerHas()) - before).toBe(10n ** 18n);
  });

  it('offers more at once when the network has become dearer than the payment', async () => {
    const gateway = testGateway(database, anvil);
    const before = await strangerHas();
    await gateway.send(payment('outpriced', '1'));
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 90n * GWEI });
    await anvil.mine(1);
    expect(await gateway.sendState('outpriced')).toMatchObject({ state: 'pending' });
    await gateway.monitor();
    await anvil.mine(1);
    expect(await gateway.sendState('outpriced')).toMatchObject({ state: 'confirmed' });
    expect((await strangerHas()) - before).toBe(10n ** 18n);
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
    await anvil.mine(1);
  });

  it('waits while gas costs more than the limit, and has written nothing', async () => {
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 50n * GWEI });
    await anvil.mine(1);
    const gateway = testGateway(database, anvil, { maxFeePerGasGwei: 20 });
    await expect(gateway.send(payment('dear', '1'))).rejects.toThrow(/limit of 20 gwei/);
    await expect(gateway.send(payment('dear', '1'))).rejects.toThrow(ChainRefusedError);
    expect(await gateway.sendState('dear')).toEqual({ state: 'unknown' });
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
    await anvil.mine(1);
    await gateway.send(payment('dear', '1'));
    await anvil.mine(1);
    expect(await gateway.sendState('dear')).toMatchObject({ state: 'confirmed' });
  });

  it('calls a reverted payment failed only once that is final', async () => {
    const gateway = testGateway(database, anvil);
    await gateway.send(payment('reverts', '10', TOKEN));
    await anvil.installToken(contractAddress(TOKEN), [{ owner: TREASURY, units: 0n }]);
    await anvil.mine(1);
    expect(await gateway.sendState('reverts')).toMatchObject({ state: 'pending' });
    await anvil.mine(FINAL);
    expect(await gateway.sendState('reverts')).toMatchObject({ state: 'failed', reason: 'the transaction was reverted' });
  });

  it('pays once when the block of a payment leaves the chain: told again, with the same nonce', async () => {
    const gateway = testGateway(database, anvil);
    const before = await strangerHas();
    const { txHash } = await gateway.send(payment('thrown out', '1'));
    await anvil.mine(3);
    expect(await gateway.sendState('thrown out')).toMatchObject({ state: 'confirmed', confirmations: 3 });
    await anvil.reorganise(3);
    expect(await strangerHas()).toBe(before);
    expect(await gateway.sendState('thrown out')).toEqual({ state: 'pending', txHash });
    await gateway.monitor();
    await anvil.mine(FINAL);
    expect(await gateway.sendState('thrown out')).toMatchObject({ state: 'confirmed', txHash, confirmations: FINAL });
    await gateway.monitor();
    expect((await strangerHas()) - before).toBe(10n ** 18n);
  });

  it('pays once wherever the process dies: at every statement of the database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'evm-kill-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const before = await strangerHas();
    let payments = 0;
    for (let deadline = 1; ; deadline += 1) {
      const path = join(folder, `${deadline}.db`);
      const fresh = openEmbeddedDatabase(path);
      await migrate(fresh);
      await fresh.destroy();
      let statements = 0;
      const dying = openEmbeddedDatabase(path, () => {
        statements += 1;
        if (statements >= deadline) throw new Error('killed');
      });
      const key = `killed-${deadline}`;
      const isDone = await testGateway(dying, anvil)
        .send(payment(key, '1'))
        .then(
          () => true,
          () => false,
        );
      await dying.destroy();
      const alive = openEmbeddedDatabase(path);
      await testGateway(alive, anvil).send(payment(key, '1'));
      await anvil.mine(1);
      expect(await testGateway(alive, anvil).sendState(key)).toMatchObject({ state: 'confirmed' });
      await alive.destroy();
      payments += 1;
      if (isDone) break;
    }
    expect(payments).toBeGreaterThan(6);
    expect((await strangerHas()) - before).toBe(BigInt(payments) * 10n ** 18n);
  });

  it('pays once though the process dies at any statement while it offers more', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'evm-raise-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const before = await strangerHas();
    let payments = 0;
    for (let deadline = 1; ; deadline += 1) {
      const path = join(folder, `${deadline}.db`);
      const fresh = openEmbeddedDatabase(path);
      await migrate(fresh);
      const key = `raised-${deadline}`;
      await testGateway(fresh, anvil).send(payment(key, '1'));
      await fresh.destroy();
      let statements = 0;
      const dying = openEmbeddedDatabase(path, () => {
        statements += 1;
        if (statements >= deadline) throw new Error('killed');
      });
      const later = { now: () => Date.now() + 180_000 };
      const isDone = await testGateway(dying, anvil, later)
        .monitor()
        .then(
          () => true,
          () => false,
        );
      await dying.destroy();
      const alive = openEmbeddedDatabase(path);
      await testGateway(alive, anvil, later).monitor();
      await anvil.mine(1);
      expect(await testGateway(alive, anvil).sendState(key)).toMatchObject({ state: 'confirmed' });
      await alive.destroy();
      payments += 1;
      if (isDone) break;
    }
    expect(payments).toBeGreaterThan(4);
    expect((await strangerHas()) - before).toBe(BigInt(payments) * 10n ** 18n);
  });

  it('does not raise a waiting payment above the limit, and raises it when the network is cheaper', async () => {
    let now = Date.now();
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
    await anvil.mine(1);
    const gateway = testGateway(database, anvil, { maxFeePerGasGwei: 5, now: () => now });
    await gateway.send(payment('outgrown', '1'));
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 60n * GWEI });
    await anvil.mine(1);
    now += 600_000;
    await gateway.monitor();
    expect(await listChainSendAttempts(database, EVM_NETWORK, 'outgrown')).toHaveLength(1);
    expect(await gateway.sendState('outgrown')).toMatchObject({ state: 'pending', delay: 'FEE_ABOVE_LIMIT' });
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
    await anvil.mine(1);
    await gateway.monitor();
    await anvil.mine(1);
    expect(await gateway.sendState('outgrown')).toMatchObject({ state: 'confirmed' });
  });

  it('refuses a memo and an address with a wrong checksum', async () => {
    const gateway = testGateway(database, anvil);
    await expect(gateway.send({ ...payment('memo', '1'), memo: '7' })).rejects.toThrow(ChainRefusedError);
    const wrong = STRANGER.replace(/[a-f]/, (letter) => letter.toUpperCase());
    await expect(gateway.send({ ...payment('checksum', '1'), toAddress: wrong })).rejects.toThrow(ChainRefusedError);
  });

  it('leaves what a rollup takes for layer one beside the gas', async () => {
    const layerOne = 10n ** 15n;
    const address = testWallet.addressAt(601);
    await anvil.fund(address, '1');
    const before = await testGateway(database, anvil).estimateFee('eth');
    await anvil.client.setCode({ address: OP_FEE_ORACLE, bytecode: constantCode(layerOne) });
    const gateway = testGateway(database, anvil);
    expect(subtract((await gateway.estimateFee('eth')).amount, before.amount)).toBe('0.00125');
    const amount = await sweepableAmount(gateway, 601, 'eth');
    await gateway.send({ ...payment('sweep', amount), fromIndex: 601 });
    await anvil.client.setCode({ address: OP_FEE_ORACLE, bytecode: '0x' });
    await anvil.mine(1);
    expect(await gateway.sendState('sweep')).toMatchObject({ state: 'confirmed' });
    expect(await anvil.coinsOf(address)).toBeGreaterThan(layerOne);
  });

  it('believes no node of another chain', async () => {
    const other = await startAnvil({ chainId: 31_337, mining: 'manual' });
    try {
      await expect(testGateway(database, other).probe()).rejects.toThrow(ChainUnavailableError);
    } finally {
      other.stop();
    }
  });

  it('asks the next node when one does not answer, and never tells where they are', async () => {
    const away = 'http://127.0.0.1:9/secret-key';
    await expect(testGateway(database, { url: away }).probe()).rejects.toThrow(ChainUnavailableError);
    await expect(testGateway(database, { url: away }).probe()).rejects.not.toThrow(/secret-key/);
    const { height } = await testGateway(database, { url: away }, { more: [anvil.url], agreeingNodes: 1 }).probe();
    expect(BigInt(height)).toBe(await anvil.client.getBlockNumber());
  });

  it('does not take a transaction for a payment in which the token said no instead of failing', async () => {
    const gateway = testGateway(database, anvil);
    await gateway.send(payment('unmoved', '5', TOKEN));
    // From now on it answers every call with nought, which is `false`, and moves nothing.
    await anvil.client.setCode({ address: contractAddress(TOKEN), bytecode: constantCode(0n) });
    await anvil.mine(1);
    expect(await gateway.sendState('unmoved')).toMatchObject({ state: 'pending' });
    await anvil.mine(FINAL);
    expect(await gateway.sendState('unmoved')).toMatchObject({ state: 'failed', reason: 'the token did not move' });
  });

  it('does not pay for what a recipient’s contract does with our gas', async () => {
    const gateway = testGateway(database, anvil);
    const glutton = testWallet.addressAt(501);
    await anvil.client.setCode({ address: glutton, bytecode: GLUTTON_CODE });
    const greedy = { ...payment('greedy', '1'), toAddress: glutton };
    await expect(gateway.send(greedy)).rejects.toThrow(ChainRefusedError);
    await expect(gateway.send(greedy)).rejects.toThrow('takes too much gas');
    expect(await gateway.sendState('greedy')).toEqual({ state: 'unknown' });
    // A contract that passes on what it gets is an ordinary wallet.
    await gateway.send({ ...payment('modest', '1'), toAddress: await anvil.installForwarder() });
  });

  it.each([0, 1, 2])(
    'fetches a token with gas for one transfer, though node %i of three names three times as much',
    async (place) => {
      const urls = [anvil.url, anvil.url];
      urls.splice(place, 0, flaky.url);
      flaky.lie('eth_estimateGas', (truth) => numberToHex(BigInt(String(truth)) * 3n));
      const gateway = testGateway(database, { url: urls[0] ?? '' }, { more: urls.slice(1) });
      const fromIndex = 510 + place;
      const owner = testWallet.addressAt(fromIndex);
      const { amount: fee } = await gateway.estimateFee(TOKEN);
      await anvil.fund(owner, toDecimal(amount(fee).times(amount('1.25'))));
      await anvil.installToken(contractAddress(TOKEN), [{ owner, units: 5n }]);
      await anvil.mine(1);
      await gateway.send({ ...payment(`fetched ${place}`, '0.000005', TOKEN), fromIndex, toAddress: TREASURY });
      await anvil.mine(1);
      expect(await gateway.sendState(`fetched ${place}`)).toMatchObject({ state: 'confirmed' });
    },
  );
});
