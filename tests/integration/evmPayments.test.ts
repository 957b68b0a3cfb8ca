import { addressIndex } from '../../server/common/addressIndex.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { numberToHex, type Hex } from 'viem';
import { amount, compare, subtract, toBaseUnits, toDecimal } from '../../contract/money.ts';
import type { Database } from '../../server/db/database.ts';
import { createEvmSendStore } from '../../server/db/repositories/evmSendStore.ts';
import { ChainRefusedError, ChainUnavailableError } from '../../server/ports/chain/chainGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { killAtEachStatement } from '../support/killAtEachStatement.ts';
import type { Anvil } from '../support/nodes/anvil.ts';
import { constantCode, GAS_BURNING_CODE, GAS_HUNGRY_CODE } from '../support/nodes/erc20.ts';
import {
  contractAddress,
  EVM_NETWORK,
  payment,
  STRANGER,
  testGateway,
  testWallet,
  TREASURY,
} from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

const TOKEN = 'usdterc20';
const FINAL = 12;
/** Address of the fee oracle on rollups of the OP family. */
const OP_FEE_ORACLE = '0x420000000000000000000000000000000000000F';
const GWEI = 1_000_000_000n;

describe('Payments on a real EVM node', () => {
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
    // A new database on a chain where the treasury has paid before: the next nonce must come from the node.
    database = await openMemoryDatabase();
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

  it('rebroadcasts a payment that the network never received', async () => {
    flaky.fail('eth_sendRawTransaction', 'refuse');
    const gateway = testGateway(database, flaky);
    await expect(gateway.send(payment('unheard', '1'))).rejects.toThrow(ChainUnavailableError);
    flaky.mend();
    await gateway.monitor();
    await anvil.mine(1);
    expect(await gateway.sendState('unheard')).toMatchObject({ state: 'confirmed' });
  });

  it('broadcasts payments in the order of their nonces', async () => {
    const gateway = testGateway(database, flaky);
    flaky.fail('eth_sendRawTransaction', 'refuse');
    await expect(gateway.send(payment('earlier', '1'))).rejects.toThrow(ChainUnavailableError);
    flaky.mend();
    await gateway.send(payment('later', '2'));
    await anvil.mine(1);
    expect(await gateway.sendState('earlier')).toMatchObject({ state: 'confirmed' });
    expect(await gateway.sendState('later')).toMatchObject({ state: 'confirmed' });
  });

  it('asks nodes no more often while many payments wait for a block, and for their chain once', async () => {
    const asked: string[] = [];
    for (const method of ['eth_chainId', 'eth_sendRawTransaction', 'eth_blockNumber', 'eth_getTransactionByHash'])
      flaky.lie(method, (truth) => (asked.push(method), truth));
    const gateway = testGateway(database, flaky);
    const pay = async (key: string) => {
      asked.length = 0;
      await gateway.send(payment(key, '1'));
      return asked.toSorted().join(' ');
    };
    expect(await pay('first')).toContain('eth_chainId');
    const second = await pay('second');
    expect(second).not.toContain('eth_chainId');
    for (let count = 0; count < 5; count += 1) expect(await pay(`later-${count}`)).toBe(second);
    await anvil.mine(1);
  });

  it('stores nothing when the node fails before the payment is signed', async () => {
    flaky.fail('eth_estimateGas', 'refuse');
    const gateway = testGateway(database, flaky);
    await expect(gateway.send(payment('never', '1'))).rejects.toThrow(ChainUnavailableError);
    expect(await gateway.sendState('never')).toEqual({ state: 'unknown' });
  });

  it('bumps the fee of a payment that waits too long, and pays once', async () => {
    let now = Date.now();
    const gateway = testGateway(database, anvil, { now: () => now });
    const before = await strangerHas();
    const first = await gateway.send(payment('slow', '1'));
    await gateway.monitor();
    expect(await createEvmSendStore(database, EVM_NETWORK).listAttempts('slow')).toHaveLength(1);
    now += 180_000;
    await gateway.monitor();
    expect(await createEvmSendStore(database, EVM_NETWORK).listAttempts('slow')).toHaveLength(2);
    await anvil.mine(1);
    const state = await gateway.sendState('slow');
    expect(state).toMatchObject({ state: 'confirmed' });
    expect(state).not.toMatchObject({ txHash: first.txHash });
    expect((await strangerHas()) - before).toBe(10n ** 18n);
  });

  it('bumps the fee at once when the network’s fee exceeds the payment’s offer', async () => {
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

  it('refuses a payment and stores nothing while gas exceeds the limit', async () => {
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 50n * GWEI });
    await anvil.mine(1);
    const gateway = testGateway(database, anvil, { maxFeePerGasGwei: 20 });
    await expect(gateway.send(payment('high fee', '1'))).rejects.toThrow(/limit of 20 gwei/);
    await expect(gateway.send(payment('high fee', '1'))).rejects.toThrow(ChainRefusedError);
    expect(await gateway.sendState('high fee')).toEqual({ state: 'unknown' });
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
    await anvil.mine(1);
    await gateway.send(payment('high fee', '1'));
    await anvil.mine(1);
    expect(await gateway.sendState('high fee')).toMatchObject({ state: 'confirmed' });
  });

  it('reports a reverted payment as failed only when that is final', async () => {
    const gateway = testGateway(database, anvil);
    await gateway.send(payment('reverts', '10', TOKEN));
    await anvil.installToken(contractAddress(TOKEN), [{ owner: TREASURY, units: 0n }]);
    await anvil.mine(1);
    expect(await gateway.sendState('reverts')).toMatchObject({ state: 'pending' });
    await anvil.mine(FINAL);
    expect(await gateway.sendState('reverts')).toMatchObject({ state: 'failed', reason: 'the transaction was reverted' });
  });

  it('rebroadcasts a reorged payment with the same nonce, and pays once', async () => {
    const gateway = testGateway(database, anvil);
    const before = await strangerHas();
    const { txHash } = await gateway.send(payment('reorged', '1'));
    await anvil.mine(3);
    expect(await gateway.sendState('reorged')).toMatchObject({ state: 'confirmed', confirmations: 3 });
    await anvil.reorganise(3);
    expect(await strangerHas()).toBe(before);
    expect(await gateway.sendState('reorged')).toEqual({ state: 'pending', txHash });
    await gateway.monitor();
    await anvil.mine(FINAL);
    expect(await gateway.sendState('reorged')).toMatchObject({ state: 'confirmed', txHash, confirmations: FINAL });
    await gateway.monitor();
    expect((await strangerHas()) - before).toBe(10n ** 18n);
  });

  it('pays once when the process dies at any database statement of its first payment', async () => {
    const before = await strangerHas();
    const runs = await killAtEachStatement({
      work: (dying, run) => testGateway(dying, anvil).send(payment(`killed-${run}`, '1')),
      recover: async (alive, run) => {
        await testGateway(alive, anvil).send(payment(`killed-${run}`, '1'));
        await anvil.mine(1);
        expect(await testGateway(alive, anvil).sendState(`killed-${run}`)).toMatchObject({ state: 'confirmed' });
      },
    });
    expect(runs).toBeGreaterThan(6);
    expect((await strangerHas()) - before).toBe(BigInt(runs) * 10n ** 18n);
  });

  it('pays once when the process dies at any database statement of a fee bump', async () => {
    const before = await strangerHas();
    const later = { now: () => Date.now() + 180_000 };
    const runs = await killAtEachStatement({
      prepare: (fresh, run) => testGateway(fresh, anvil).send(payment(`raised-${run}`, '1')),
      work: (dying) => testGateway(dying, anvil, later).monitor(),
      recover: async (alive, run) => {
        await testGateway(alive, anvil, later).monitor();
        await anvil.mine(1);
        expect(await testGateway(alive, anvil).sendState(`raised-${run}`)).toMatchObject({ state: 'confirmed' });
      },
    });
    expect(runs).toBeGreaterThan(4);
    expect((await strangerHas()) - before).toBe(BigInt(runs) * 10n ** 18n);
  });

  it('does not bump a fee above the limit, and bumps it when fees fall', async () => {
    let now = Date.now();
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
    await anvil.mine(1);
    const gateway = testGateway(database, anvil, { maxFeePerGasGwei: 5, now: () => now });
    await gateway.send(payment('outgrown', '1'));
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 60n * GWEI });
    await anvil.mine(1);
    now += 600_000;
    await gateway.monitor();
    expect(await createEvmSendStore(database, EVM_NETWORK).listAttempts('outgrown')).toHaveLength(1);
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

  it('leaves the layer 1 fee of a rollup when it sweeps', async () => {
    const layerOne = 10n ** 15n;
    const address = testWallet.addressAt(601);
    await anvil.fund(address, '1');
    const before = await testGateway(database, anvil).estimateFee('eth');
    await anvil.client.setCode({ address: OP_FEE_ORACLE, bytecode: constantCode(layerOne) });
    const gateway = testGateway(database, anvil);
    const fee = await gateway.estimateFee('eth');
    expect(subtract(fee.amount, before.amount)).toBe('0.00125');
    const amount = subtract(await gateway.balance(addressIndex(601), 'eth'), fee.amount);
    await gateway.send({ ...payment('sweep', amount), fromIndex: addressIndex(601) });
    await anvil.client.setCode({ address: OP_FEE_ORACLE, bytecode: '0x' });
    await anvil.mine(1);
    expect(await gateway.sendState('sweep')).toMatchObject({ state: 'confirmed' });
    expect(await anvil.coinsOf(address)).toBeGreaterThan(layerOne);
  });

  it('uses the next node when one does not answer, and never shows node URLs', async () => {
    const down = 'http://127.0.0.1:9/secret-key';
    await expect(testGateway(database, { url: down }).probe()).rejects.toThrow(ChainUnavailableError);
    await expect(testGateway(database, { url: down }).probe()).rejects.not.toThrow(/secret-key/);
    const { height } = await testGateway(database, { url: down }, { more: [anvil.url], agreeingNodes: 1 }).probe();
    expect(BigInt(height)).toBe(await anvil.client.getBlockNumber());
  });

  it('reports a payment as failed when the token returned false instead of reverting', async () => {
    const gateway = testGateway(database, anvil);
    await gateway.send(payment('unmoved', '5', TOKEN));
    // From now on the token returns zero (`false`) for every call and moves nothing.
    await anvil.client.setCode({ address: contractAddress(TOKEN), bytecode: constantCode(0n) });
    await anvil.mine(1);
    expect(await gateway.sendState('unmoved')).toMatchObject({ state: 'pending' });
    await anvil.mine(FINAL);
    expect(await gateway.sendState('unmoved')).toMatchObject({ state: 'failed', reason: 'the token did not move' });
  });

  it('refuses a recipient contract that uses too much gas', async () => {
    const gateway = testGateway(database, anvil);
    const gasHungry = testWallet.addressAt(501);
    await anvil.client.setCode({ address: gasHungry, bytecode: GAS_HUNGRY_CODE });
    const expensive = { ...payment('expensive', '1'), toAddress: gasHungry };
    await expect(gateway.send(expensive)).rejects.toThrow(ChainRefusedError);
    await expect(gateway.send(expensive)).rejects.toThrow('takes too much gas');
    expect(await gateway.sendState('expensive')).toEqual({ state: 'unknown' });
    // A contract that forwards coins is an ordinary wallet.
    await gateway.send({ ...payment('modest', '1'), toAddress: await anvil.installForwarder() });
  });

  it('charges a contract for its gas, and lets it use no more than that (D53)', async () => {
    const gateway = testGateway(database, anvil);
    const factorOf = async (toAddress: string, paid = '1', slug = 'eth') => await gateway.gasFactor?.(slug, toAddress, paid);
    const [contract, hungry] = [testWallet.addressAt(502), testWallet.addressAt(503)];
    expect(await factorOf(contract)).toBe('1');
    await anvil.client.setCode({ address: contract, bytecode: GAS_BURNING_CODE });
    await anvil.client.setCode({ address: hungry, bytecode: GAS_HUNGRY_CODE });
    const factor = (await factorOf(contract)) ?? '1';
    expect(compare(factor, '2')).toBe(1);
    // The recipient of a token runs no code.
    expect(await factorOf(contract, '1', TOKEN)).toBe('1');
    await expect(factorOf(hungry)).rejects.toThrow(ChainRefusedError);
    await expect(factorOf(contract, '1000000')).rejects.toThrow(ChainUnavailableError);
    const pay = async (key: string, gasFactor: string) =>
      await gateway.send({ ...payment(key, '1'), toAddress: contract, gasFactor });
    // The order was created before there was a contract.
    await expect(pay('became a contract', '1')).rejects.toThrow('takes too much gas');
    const { txHash } = await pay('charged', factor);
    const { gas } = await anvil.client.getTransaction({ hash: txHash as Hex });
    expect(compare(toDecimal(amount(factor).times(amount('21000'))), String(gas))).toBeGreaterThanOrEqual(0);
    await anvil.mine(1);
    expect((await anvil.client.getTransactionReceipt({ hash: txHash as Hex })).status).toBe('success');
  });

  it('estimates a delegated address and never rejects it for its code', async () => {
    const gateway = testGateway(database, anvil);
    const [wallet, code] = [testWallet.addressAt(504), testWallet.addressAt(505)];
    await anvil.client.setCode({ address: code, bytecode: GAS_BURNING_CODE });
    await anvil.client.setCode({ address: wallet, bytecode: `0xef0100${code.slice(2)}` });
    const factor = (await gateway.gasFactor?.('eth', wallet, '1')) ?? '0';
    expect(compare(factor, '1')).toBeGreaterThanOrEqual(0);
    await gateway.send({ ...payment('delegated', '1'), toAddress: wallet, gasFactor: factor });
  });

  it.each([0, 1, 2])(
    'sweeps a token with the gas of one transfer, although node %i of three reports three times as much',
    async (place) => {
      const urls = [anvil.url, anvil.url];
      urls.splice(place, 0, flaky.url);
      flaky.lie('eth_estimateGas', (truth) => numberToHex(BigInt(String(truth)) * 3n));
      const gateway = testGateway(database, { url: urls[0] ?? '' }, { more: urls.slice(1) });
      const fromIndex = addressIndex(510 + place);
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
