import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { add, subtract } from '../../contract/money.ts';
import { addressIndex } from '../../server/common/addressIndex.ts';
import type { Database } from '../../server/db/database.ts';
import { createMoneroStore } from '../../server/db/repositories/networks/moneroStore.ts';
import { FundsLockedError } from '../../server/ports/chain/chainGateway.ts';
import type { MoneroGateway } from '../../server/ports/chain/monero/moneroGateway.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { NOBODY, startMoneroNetwork, UNLOCK_BLOCKS, type MoneroNetwork } from '../support/nodes/monero.ts';
import { minedChain } from '../support/nodes/moneroChain.ts';
import { MONERO, MONERO_TREASURY, moneroPayment as payment, testMoneroGateway } from '../support/nodes/moneroGateway.ts';

const FINAL = 3;
const COINS = 15;
/** More than the coins that there were before they were divided. The wallet spends two of them at a time where it can. */
const PARALLEL = 3;

describe('Payments on real Monero nodes', () => {
  let network: MoneroNetwork;
  /** Proxies of the two nodes. The gateway talks to the wallets directly. */
  let flaky: Awaited<ReturnType<typeof startFlakyNode>>[] = [];
  let database: Database;

  beforeAll(async () => {
    network = await startMoneroNetwork({ chain: await minedChain(), walletLogin: 'host:secret' });
    flaky = await Promise.all(network.nodes.map(({ url }) => startFlakyNode(url)));
    for (let paid = 0; paid < 4; paid += 1) {
      await network.pay(Array.from({ length: COINS }, () => ({ to: MONERO_TREASURY, amount: '1' })));
    }
    await network.mine(UNLOCK_BLOCKS);
  });
  afterAll(async () => {
    for (const node of flaky) await node.stop();
    await network?.stop();
  });
  beforeEach(async () => {
    for (const node of flaky) node.mend();
    // A new database on a chain where the treasury has paid before.
    database = await openMemoryDatabase();
    return () => database.destroy();
  });

  const open = (on = database): MoneroGateway =>
    testMoneroGateway(
      on,
      network.nodes.map(({ walletUrl }, place) => ({ url: flaky[place]?.url ?? '', walletUrl })),
      { firstBlock: 0 },
    );
  const held = async (gateway: MoneroGateway) => await gateway.balance(TREASURY_INDEX, 'xmr');
  const feeOf = async (gateway: MoneroGateway, key: string) => {
    const state = await gateway.sendState(key);
    return state.state === 'confirmed' ? state.feePaid.amount : expect.fail(`${key} is ${state.state}`);
  };

  it('pays once when a node fails at the broadcast', async () => {
    const before = await held(open());
    for (const fault of ['refuse', 'lose'] as const) {
      flaky[0]?.fail('send_raw_transaction', fault);
      // The other node has it.
      await open().send(payment(`crash ${fault}`, '0.1'));
      flaky[0]?.mend();
      await open().send(payment(`crash ${fault}`, '0.1'));
    }
    await network.mine(1);
    await open().send(payment('crash lose', '0.1'));
    await network.mine(1);
    const fees = add(await feeOf(open(), 'crash refuse'), await feeOf(open(), 'crash lose'));
    expect(subtract(before, await held(open()))).toBe(add('0.2', fees));
    await network.mine(FINAL);
    const state = await open().sendState('crash lose');
    const { txHash, proof } = state.state === 'confirmed' ? state : expect.fail(state.state);
    // Any wallet: that of the customer.
    const check = { txid: txHash, address: NOBODY, message: '', signature: proof ?? '' };
    expect(await network.wallets[2]?.call('check_tx_proof', check)).toMatchObject({ good: true, received: '100000000000' });
    const other = { ...check, address: MONERO_TREASURY };
    expect(await network.wallets[2]?.call('check_tx_proof', other).catch(() => null)).not.toMatchObject({ good: true });
  });

  it('calls a payment failed once another transaction spent its coins finally, and pays it under another key', async () => {
    const others = await openMemoryDatabase();
    onTestFinished(() => others.destroy());
    const [gateway, other] = [open(), open(others)];
    const { mined } = await gateway.records.count();
    await other.records.count();
    for (const node of flaky) node.fail('send_raw_transaction', 'refuse');
    await expect(gateway.send(payment('spent', '0.1'))).rejects.toThrow('the node can not be reached');
    for (const node of flaky) node.mend();
    // Another program with the same keys spends all that the wallet may spend, and so the coin of the payment.
    const [wallet = expect.fail('no wallet')] = network.wallets;
    const [{ keyImages } = expect.fail('nothing is stored')] = await createMoneroStore(
      database,
      MONERO,
      MONERO_TREASURY,
    ).listUnsettled();
    for (const image of keyImages) await wallet.call('thaw', { key_image: image });
    await wallet.call('sweep_single', { address: MONERO_TREASURY, key_image: keyImages[0] ?? '' });
    const [conflicting = expect.fail('nothing waits')] = await network.waiting();
    await network.broadcast(conflicting.bytes);
    await network.mine(1);
    await gateway.monitor();
    expect(await gateway.sendState('spent')).toMatchObject({ state: 'pending' });
    await network.mine(FINAL - 1);
    await gateway.monitor();
    expect(await gateway.sendState('spent')).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('spent its coins'),
    });
    await database.transaction().execute(async (transaction) => await gateway.records.acknowledge(transaction, mined + 1));
    await gateway.send(payment('again', '0.1'));
    await network.mine(1);
  });

  it('refuses a payment with FUNDS_LOCKED while change is locked, and makes it after ten blocks', async () => {
    await network.mine(UNLOCK_BLOCKS);
    const gateway = open();
    // All coins are needed. What is left is change.
    await gateway.send(payment('most', subtract(await held(gateway), '0.8')));
    await network.mine(1);
    await expect(gateway.send(payment('rest', '0.3'))).rejects.toThrow(FundsLockedError);
    await expect(gateway.send(payment('more', '3'))).rejects.toThrow(/insufficient funds/);
    await network.mine(UNLOCK_BLOCKS);
    await gateway.send(payment('rest', '0.3'));
    await network.mine(1);
    await network.pay([{ to: MONERO_TREASURY, amount: '20' }]);
    await network.mine(UNLOCK_BLOCKS);
  });

  it('divides a large coin, so that several payments follow before change unlocks', async () => {
    const gateway = open();
    for (const key of ['first', 'second', 'third']) {
      await gateway.send(payment(key, '0.1'));
      await network.mine(UNLOCK_BLOCKS);
    }
    for (let at = 0; at < PARALLEL; at += 1) await gateway.send(payment(`parallel-${at}`, '0.1'));
    await network.mine(1);
    for (let at = 0; at < PARALLEL; at += 1) await feeOf(gateway, `parallel-${at}`);
  });

  it('confirms a time-locked deposit only once it can be spent, and finds one far beyond the last known address', async () => {
    const gateway = open();
    const address = (await gateway.addressAt(addressIndex(900))).address;
    const { height } = await gateway.probe();
    const unlocksAt = height + 2 * UNLOCK_BLOCKS;
    await network.pay([{ to: address, amount: '0.5' }], unlocksAt);
    await network.mine(UNLOCK_BLOCKS + 2);
    const scan = async (cursor: string) => await gateway.incoming({ watched: [address], cursor, untilConfirmations: 3 });
    const locked = await scan(String(height));
    expect(locked.transfers).toMatchObject([{ amount: '0.5', index: 900, blockHeight: null, confirmations: 0 }]);
    expect(Number(locked.cursor)).toBe(height);
    await network.mine(UNLOCK_BLOCKS);
    expect((await scan(locked.cursor)).transfers).toMatchObject([{ amount: '0.5', blockHeight: height + 1 }]);
  });
});
