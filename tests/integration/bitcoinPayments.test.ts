import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { add, subtract } from '../../contract/money.ts';
import { addressIndex } from '../../server/common/addressIndex.ts';
import type { Database } from '../../server/db/database.ts';
import { createBitcoinWallet } from '../../server/ports/chain/bitcoin/keys/bitcoinWallet.ts';
import { COINS } from '../../server/ports/chain/bitcoin/coinParameters.ts';
import { parseTransaction } from '../../server/ports/chain/bitcoin/rawTransaction.ts';
import type { BitcoinGateway } from '../../server/ports/chain/bitcoin/bitcoinGateway.ts';
import { ChainRefusedError, ChainUnavailableError, FundsLockedError } from '../../server/ports/chain/chainGateway.ts';
import { fieldOf } from '../../server/ports/chain/nodeAnswers.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { litecoinPayment as payment, LITECOIN_TREASURY, testBitcoinGateway } from '../support/nodes/bitcoinGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { litecoinAddresses, NOBODY, startLitecoinNetwork, type LitecoinNetwork } from '../support/nodes/litecoin.ts';

const FINAL = 3;
/** As many as a coin that somebody else sent needs */
const MATURE = 6;
/** In coins per kilobyte: above the usual price */
const HIGH_FEE = 0.0005;
/** In coins per kilobyte: as in quiet hours */
const LOW_FEE = 0.00002;
/** In base units: more than the fee of a payment */
const PENALTY = 3_000;

describe('Payments on real Litecoin nodes', () => {
  let network: LitecoinNetwork;
  let flaky: Awaited<ReturnType<typeof startFlakyNode>>;
  let database: Database;
  let firstBlock: number;

  beforeAll(async () => {
    network = await startLitecoinNetwork();
    flaky = await startFlakyNode(network.first.url);
  });
  afterAll(async () => {
    await flaky.stop();
    await network.stop();
  });
  beforeEach(async () => {
    flaky.mend();
    // A new database on a chain where the treasury has paid before.
    database = await openMemoryDatabase();
    firstBlock = Number(await network.first.rpc.call('getblockcount'));
    await network.pay(...Array.from({ length: 3 }, () => ({ to: LITECOIN_TREASURY, amount: '5' })));
    await network.mine(MATURE);
    return () => database.destroy();
  });

  const secondNode = () => network.nodes[1] ?? expect.fail('no second node');
  const open = (on = database, other: { url: string } = secondNode()): BitcoinGateway =>
    testBitcoinGateway(on, [flaky, other], { firstBlock });
  const held = async (gateway: BitcoinGateway) => await gateway.balance(TREASURY_INDEX, 'ltc');
  const sendMany = async (gateway: BitcoinGateway, payments: readonly ReturnType<typeof payment>[]) => {
    const { sendMany: many = expect.fail('no batches') } = gateway;
    await many(payments);
  };
  const feeOf = async (gateway: BitcoinGateway, key: string) => {
    const state = await gateway.sendState(key);
    return state.state === 'confirmed' ? state.feePaid.amount : expect.fail(`${key} is ${state.state}`);
  };

  it.each(['refuse', 'lose'] as const)('pays once when a node fails at the broadcast (%s)', async (fault) => {
    const before = await held(open());
    flaky.fail('sendrawtransaction', fault);
    // The other node has it.
    await open().send(payment('crash', '1'));
    expect(await open().sendState('crash')).toMatchObject({ state: 'pending' });
    flaky.mend();
    await open().send(payment('crash', '1'));
    await network.mine(1);
    await open().send(payment('crash', '1'));
    await network.mine(1);
    expect(subtract(before, await held(open()))).toBe(add('1', await feeOf(open(), 'crash')));
  });

  it('pays nothing from an old copy of the books after newer ones have paid, and adopts what they paid (D73)', async () => {
    const copy = await openMemoryDatabase();
    onTestFinished(() => copy.destroy());
    const [newer, older] = [open(), open(copy)];
    const { mined } = await newer.records.count();
    expect(await older.records.count()).toEqual({ mined, pending: mined, known: mined });
    // On its way when the books were copied.
    const { txHash: known } = await older.send(payment('known', '1'));
    for (const table of ['bitcoin_transactions', 'bitcoin_sends', 'bitcoin_send_inputs'] as const) {
      await database
        .insertInto(table)
        .values(await copy.selectFrom(table).selectAll().execute())
        .execute();
    }
    const batch = [payment('payout', '1'), payment('second', '2')];
    await sendMany(newer, batch);
    const { txHash } = await newer.send(payment('payout', '1'));
    // Not mined yet: the older host could not tell a payment of its own from one that it forgot.
    await expect(older.send(payment('payout', '1'))).rejects.toThrow(ChainUnavailableError);
    // Each payment spends the change of the one before.
    await network.mine(1, [known, txHash]);
    await expect(older.send(payment('payout', '1'))).rejects.toMatchObject({ message: 'BOOKS_BEHIND' });
    expect(await older.records.count()).toEqual({ mined: mined + 2, pending: mined + 2, known: mined + 1 });
    expect(await older.sendState('payout')).toEqual({ state: 'unknown' });
    expect(await older.records.list(mined)).toEqual([]);
    await network.mine(FINAL);
    const [first = expect.fail('nothing is listed'), listed = expect.fail('one is listed')] = await older.records.list(mined);
    // As customers name it: by an address of the real chain.
    const toAddress = litecoinAddresses.payeeOf(litecoinAddresses.scriptOf(NOBODY) ?? '');
    const transfers = batch.map(({ amount }) => ({ instrumentSlug: 'ltc', toAddress, memo: null, amount }));
    const fee = add(await feeOf(newer, 'payout'), await feeOf(newer, 'second'));
    expect(first).toMatchObject({ position: mined, txHash: known, isKnown: true });
    expect(listed).toEqual({ position: mined + 1, txHash, transfers, fee, isKnown: false });
    await expect(older.records.adopt(payment('equal', '1'), first, 0)).rejects.toThrow(ChainRefusedError);
    for (const [place, one] of batch.entries()) {
      const adopt = await older.records.adopt(one, listed, place);
      await copy.transaction().execute(async (transaction) => await adopt(transaction));
      expect(await older.send(one)).toEqual({ txHash });
      expect(await older.sendState(one.idempotencyKey)).toEqual(await newer.sendState(one.idempotencyKey));
    }
    expect(await older.records.count()).toMatchObject({ known: mined + 2 });
    await older.send(payment('next', '1'));
  });

  it('calls a payment failed once another transaction spent its coins finally, and pays it under another key', async () => {
    const others = await openMemoryDatabase();
    onTestFinished(() => others.destroy());
    const [gateway, other] = [open(), open(others)];
    const { mined } = await other.records.count();
    await gateway.records.count();
    flaky.fail('sendrawtransaction', 'refuse');
    const unheard = await startFlakyNode(secondNode().url);
    onTestFinished(() => unheard.stop());
    unheard.fail('sendrawtransaction', 'refuse');
    await expect(open(database, unheard).send(payment('spent', '1'))).rejects.toThrow(ChainUnavailableError);
    flaky.mend();
    // The same coins, because it selects by the same rule.
    await other.send(payment('rival', '1.5'));
    await network.mine(1);
    expect(await gateway.sendState('spent')).toMatchObject({ state: 'pending' });
    await network.mine(FINAL - 1);
    expect(await gateway.sendState('spent')).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('spent its coins'),
    });
    await gateway.monitor();
    expect(await gateway.sendState('spent')).toMatchObject({ state: 'failed' });
    await database.transaction().execute(async (transaction) => await gateway.records.acknowledge(transaction, mined + 1));
    await gateway.send(payment('again', '1'));
  });

  it('chains at most 25 payments that are not mined, and goes on after a block', async () => {
    const alone = await openMemoryDatabase();
    onTestFinished(() => alone.destroy());
    const gateway = open(alone);
    // One coin, of which all payments are made: the change is too little for them.
    const all = await held(gateway);
    await sendMany(gateway, [{ ...payment('one coin', subtract(all, '0.005')), toAddress: LITECOIN_TREASURY }]);
    await network.mine(MATURE);
    let paid = 0;
    const payAll = async () => {
      for (; paid < 40; paid += 1) await gateway.send(payment(`chained-${paid}`, '0.01'));
    };
    await expect(payAll()).rejects.toThrow(FundsLockedError);
    expect(paid).toBeGreaterThanOrEqual(24);
    expect(paid).toBeLessThanOrEqual(26);
    await network.mine(1);
    await gateway.send(payment('after a block', '0.01'));
    await network.mine(1);
    for (let position = 0; position < paid; position += 1) await feeOf(gateway, `chained-${position}`);
  });

  it('rebroadcasts a payment that the network never received, and settles it when it is final', async () => {
    const other = await startFlakyNode(secondNode().url);
    onTestFinished(() => other.stop());
    for (const node of [flaky, other]) node.fail('sendrawtransaction', 'refuse');
    const gateway = open(database, other);
    await expect(gateway.send(payment('unheard', '1'))).rejects.toThrow(ChainUnavailableError);
    for (const node of [flaky, other]) node.mend();
    await gateway.monitor();
    await network.mine(FINAL);
    await gateway.monitor();
    expect(await gateway.sendState('unheard')).toMatchObject({ state: 'confirmed', confirmations: FINAL });
  });

  it('raises the fee of payments that wait for long, and books what that cost as theirs', async () => {
    const other = await startFlakyNode(secondNode().url);
    onTestFinished(() => other.stop());
    let now = Date.now();
    const openAt = () => testBitcoinGateway(database, [flaky, other], { firstBlock }, { now: () => now });
    const gateway = openAt();
    const before = await held(gateway);
    await sendMany(gateway, [payment('slow', '1'), payment('slow too', '2')]);
    const { txHash } = await gateway.send(payment('slow', '1'));
    // No block includes it alone.
    for (const { rpc } of network.nodes) await rpc.call('prioritisetransaction', [txHash, 0, -PENALTY]);
    await network.mine(1);
    now += 60 * 60_000;
    const mempool = async () => (await network.first.rpc.call('getrawmempool')) as string[];
    await gateway.monitor();
    expect(await mempool()).toEqual([txHash]);
    for (const node of [flaky, other]) node.lie('estimatesmartfee', () => ({ feerate: HIGH_FEE, blocks: 6 }));
    await gateway.monitor();
    expect(await mempool()).toEqual([txHash]);
    // From then on it may cost so much.
    now += 4 * 24 * 60 * 60_000;
    await Promise.all([gateway.monitor(), openAt().monitor()]);
    await gateway.monitor();
    const [bump = expect.fail('no other transaction'), ...more] = (await mempool()).filter((one) => one !== txHash);
    expect(more).toEqual([]);
    expect(await gateway.sendState('slow')).toMatchObject({ state: 'pending', txHash });
    const entry = await network.first.rpc.call('getmempoolentry', [bump]);
    const [fees, size] = [fieldOf(fieldOf(entry, 'fees'), 'base'), fieldOf(entry, 'ancestorsize')];
    expect(Number(fees)).toBeGreaterThan((HIGH_FEE * Number(size)) / 1_000 / 2);
    await network.mine(1);
    expect(await mempool()).toEqual([]);
    const paid = add('3', add(await feeOf(gateway, 'slow'), await feeOf(gateway, 'slow too')));
    expect(subtract(before, await held(gateway))).toBe(paid);
    expect(await openAt().sendState('slow')).toMatchObject({ state: 'confirmed', txHash, confirmations: 1 });
    const { known, mined } = await gateway.records.count();
    expect(known).toBe(mined);
    await gateway.send(payment('next', '1'));
  });

  it('merges small coins into a payment while fees are low, and books its exact fee', async () => {
    const other = await startFlakyNode(secondNode().url);
    onTestFinished(() => other.stop());
    for (const node of [flaky, other]) node.lie('estimatesmartfee', () => ({ feerate: LOW_FEE, blocks: 6 }));
    const gateway = open(database, other);
    await network.pay(...Array.from({ length: 120 }, () => ({ to: LITECOIN_TREASURY, amount: '0.001' })));
    await network.mine(MATURE);
    const before = await held(gateway);
    await gateway.send(payment('quiet', '1'));
    const inputs = await database.selectFrom('bitcoin_send_inputs').select('output').execute();
    expect(inputs.length).toBe(21);
    await network.mine(1);
    expect(subtract(before, await held(gateway))).toBe(add('1', await feeOf(gateway, 'quiet')));
  });

  it('signs payments without witnesses that nodes accept, as on Dogecoin and Dash', async () => {
    const legacy = { ...COINS.litecoin, signing: 'LEGACY' } as const;
    const wallet = createBitcoinWallet(new Uint8Array(64).fill(5), legacy, 'regtest');
    const parents = [
      await network.pay({ to: wallet.addressAt(0), amount: '1' }),
      await network.pay({ to: wallet.addressAt(7), amount: '2' }),
    ];
    const coins = await Promise.all(
      parents.map(async (txHash, position) => {
        const keyIndex = position * 7;
        const bytes = String(await network.first.rpc.call('getrawtransaction', [txHash]));
        const output = parseTransaction(bytes).outputs.findIndex(({ script }) => script === wallet.scriptAt(keyIndex));
        return { txHash, output, keyIndex, units: keyIndex === 0 ? 100_000_000n : 200_000_000n };
      }),
    );
    const { txHash, bytes } = wallet.sign(coins, [{ script: wallet.scriptAt(1), units: 299_990_000n }]);
    await network.broadcast(bytes);
    await network.mine(1);
    expect(await network.first.rpc.call('gettxout', [txHash, 0])).toMatchObject({ confirmations: '1', value: '2.99990000' });
  });

  it('finds a deposit that arrived long before the first scan', async () => {
    const gateway = open();
    const { address } = await gateway.addressAt(addressIndex(5));
    await gateway.probe();
    const txHash = await network.pay({ to: address, amount: '0.5' });
    await network.mine(60);
    const restarted = open();
    // Other work reads the missed blocks first.
    for (let read = 0; read < 3; read += 1) await restarted.probe();
    const { transfers } = await restarted.incoming({ watched: [address], cursor: null, untilConfirmations: MATURE });
    expect(transfers).toMatchObject([{ txHash, amount: '0.5' }]);
  });
});
