import { addressIndex } from '../../server/common/addressIndex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBaseUnits } from '../../contract/money.ts';
import type { Database } from '../../server/db/database.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import type { Anvil } from '../support/nodes/anvil.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';
import { contractAddress, testGateway, testWallet } from '../support/nodes/evmGateway.ts';

const TOKEN = contractAddress('usdterc20');
/** A token that is not in the catalogue. */
const UNKNOWN_TOKEN = '0x00000000000000000000000000000000000f0015';
const UNTIL = 5;

describe('Deposits on a real EVM node', () => {
  let anvil: Anvil;
  let database: Database;
  let index = 100;
  const nextAddress = () => testWallet.addressAt((index += 1));

  beforeAll(async () => {
    anvil = await freshAnvil();
    database = await openMemoryDatabase();
    const owner = { owner: anvil.customer, units: toBaseUnits('1000000', 6) };
    await anvil.installToken(TOKEN, [owner]);
    await anvil.installToken(UNKNOWN_TOKEN, [owner]);
    await anvil.mine(10);
  });
  afterAll(() => database.destroy());

  it('finds several deposits of coins and tokens in one block', async () => {
    const gateway = testGateway(database, anvil);
    const address = nextAddress();
    const { cursor } = await gateway.incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL });
    await anvil.pay(address, '1');
    await anvil.pay(address, '1');
    await anvil.payToken(TOKEN, address, 5n);
    await anvil.payToken(TOKEN, address, 5n);
    await anvil.mine(1);
    const { transfers } = await gateway.incoming({ watched: [address], cursor, untilConfirmations: UNTIL });
    expect(transfers.map(({ instrumentSlug, amount }) => `${amount} ${instrumentSlug}`).toSorted()).toEqual([
      '0.000005 usdterc20',
      '0.000005 usdterc20',
      '1 eth',
      '1 eth',
    ]);
    expect(new Set(transfers.map((transfer) => `${transfer.txHash}/${transfer.index}`)).size).toBe(4);
  });

  it('ignores tokens that are not in the catalogue', async () => {
    const gateway = testGateway(database, anvil);
    const address = nextAddress();
    const { cursor } = await gateway.incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL });
    await anvil.payToken(UNKNOWN_TOKEN, address, 1_000_000n);
    await anvil.mine(1);
    expect((await gateway.incoming({ watched: [address], cursor, untilConfirmations: UNTIL })).transfers).toEqual([]);
  });

  it('ignores transfers of zero and fake tokens', async () => {
    const gateway = testGateway(database, anvil);
    const address = nextAddress();
    const { cursor } = await gateway.incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL });
    // Any account may log a transfer of zero from any other account, in the real token too.
    await anvil.payToken(TOKEN, address, 0n);
    await anvil.payTokenAs(1, UNKNOWN_TOKEN, address, 0n, 2n);
    await anvil.payToken(UNKNOWN_TOKEN, address, toBaseUnits('500000', 6));
    await anvil.pay(address, '0');
    await anvil.mine(UNTIL + 1);
    expect((await gateway.incoming({ watched: [address], cursor, untilConfirmations: UNTIL })).transfers).toEqual([]);
    expect(await gateway.balance(addressIndex(index), 'usdterc20')).toBe('0');
  });

  it('does not locate a transaction that failed, and accepts a hash in any letter case', async () => {
    const gateway = testGateway(database, anvil);
    const address = nextAddress();
    // More than the customer's balance.
    const failed = await anvil.payTokenAs(2, TOKEN, address, 5n, 1n, 100_000n);
    const paid = await anvil.pay(address, '1');
    await anvil.mine(1);
    expect(await anvil.client.getTransactionReceipt({ hash: failed })).toMatchObject({ status: 'reverted' });
    expect(await gateway.locate(failed)).toBeNull();
    expect(await gateway.locate(`0x${paid.slice(2).toUpperCase()}`)).toMatchObject({ confirmations: 1 });
  });

  it('finds an internal transfer and an ordinary payment in the same block', async () => {
    const gateway = testGateway(database, anvil);
    const [address, other] = [nextAddress(), nextAddress()];
    const watched = [other, address];
    const { cursor } = await gateway.incoming({ watched, cursor: null, untilConfirmations: UNTIL });
    await anvil.payThroughContract(address, '2');
    const direct = await anvil.pay(address, '1');
    await anvil.mine(2);
    const { parentHash } = await anvil.client.getBlock();
    const internal = `${parentHash}:${address.toLowerCase()}`;
    const scan = (reader = gateway) => reader.incoming({ watched, cursor, untilConfirmations: UNTIL });
    const { transfers } = await scan();
    expect(transfers).toMatchObject([
      { txHash: direct, index: 0, toAddress: address, amount: '1', confirmations: 2 },
      { txHash: internal, toAddress: address, amount: '2', confirmations: 2 },
    ]);
    expect((await scan()).transfers).toEqual(transfers);
    expect((await scan(testGateway(database, anvil))).transfers).toEqual(transfers);
    for (const { txHash, blockHeight } of transfers) {
      expect(await gateway.locate(txHash)).toEqual({ blockHeight, confirmations: 2 });
    }
    await anvil.reorganise(2);
    await anvil.mine(2);
    expect(await gateway.locate(internal)).toBeNull();
  });

  it('identifies the internal transfers of a block the same way in every read', async () => {
    const gateway = testGateway(database, anvil);
    const address = nextAddress();
    const { cursor } = await gateway.incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL });
    const namesOf = async (reader: typeof gateway) => {
      const { transfers } = await reader.incoming({ watched: [address], cursor, untilConfirmations: UNTIL });
      return transfers.map(({ txHash, index: place, amount }) => `${txHash}/${place} ${amount}`);
    };
    let seen: string[] = [];
    for (const coins of ['1', '2', '3', '4']) {
      await anvil.payThroughContract(address, coins);
      await anvil.mine(1);
      const now = await namesOf(gateway);
      expect(now.slice(0, -1)).toEqual(seen);
      seen = now;
    }
    expect(await namesOf(testGateway(database, anvil))).toEqual(seen);
    const untraced = await startFlakyNode(anvil.url);
    untraced.fail('debug_traceBlockByHash', 'refuse');
    expect(await namesOf(testGateway(database, untraced))).toEqual(seen);
    await untraced.stop();
  });

  it('drops a reorged deposit, and identifies it again in another block', async () => {
    const gateway = testGateway(database, anvil);
    const address = nextAddress();
    const { cursor } = await gateway.incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL });
    const scan = () => gateway.incoming({ watched: [address], cursor, untilConfirmations: UNTIL });
    const before = await anvil.client.snapshot();
    const hash = await anvil.payToken(TOKEN, address, 7n);
    await anvil.mine(1);
    const first = (await scan()).transfers;
    expect(first).toMatchObject([{ txHash: hash, confirmations: 1 }]);
    const raw = await anvil.rawTransaction(hash);

    await anvil.client.revert({ id: before });
    await anvil.mine(2);
    expect((await scan()).transfers).toEqual([]);

    // Another log is first in the new block, so the node gives this log another number.
    await anvil.payTokenAs(1, UNKNOWN_TOKEN, address, 0n, 50n);
    await anvil.client.sendRawTransaction({ serializedTransaction: raw });
    await anvil.mine(1);
    const again = (await scan()).transfers;
    expect(again).toMatchObject([{ txHash: hash, index: first[0]?.index, confirmations: 1 }]);
    expect(again[0]?.blockHeight).toBe((first[0]?.blockHeight ?? 0) + 2);
  });

  it('reads the receipts of many deposits once, not at every scan', async () => {
    const node = await startFlakyNode(anvil.url);
    let requests = 0;
    node.lie('eth_getTransactionReceipt', (truth) => {
      requests += 1;
      return truth;
    });
    const gateway = testGateway(database, node);
    const address = nextAddress();
    const { cursor } = await gateway.incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL });
    const FLOOD = 40;
    for (let number = 0; number < FLOOD; number += 1) await anvil.pay(address, '0.000001');
    const scan = async () => (await gateway.incoming({ watched: [address], cursor, untilConfirmations: UNTIL })).transfers;
    for (let block = 0; block < UNTIL; block += 1) {
      await anvil.mine(1);
      expect(await scan()).toHaveLength(FLOOD);
    }
    await node.stop();
    expect(requests).toBe(FLOOD);
  });

  it('reads only one block for a past read, and keeps the cached blocks of the scan', async () => {
    const node = await startFlakyNode(anvil.url);
    const read: number[] = [];
    node.lie('eth_getBlockByNumber', (truth, [number, isWhole]) => {
      if (isWhole === true) read.push(Number(number));
      return truth;
    });
    const gateway = testGateway(database, node);
    const [address, other] = [nextAddress(), nextAddress()];
    const { cursor } = await gateway.incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL });
    await anvil.pay(other, '1');
    await anvil.mine(1);
    const through = Number(await anvil.client.getBlockNumber());
    await anvil.mine(100);
    const scan = () => gateway.incoming({ watched: [address], cursor, untilConfirmations: UNTIL });
    await scan();
    read.length = 0;
    for (const block of [through, through + 100]) {
      const question = { watched: [other], cursor: String(block - 1), untilConfirmations: 1, through: block };
      const { transfers } = await gateway.incoming(question);
      expect(transfers.map(({ amount }) => amount)).toEqual(block === through ? ['1'] : []);
      await scan();
    }
    await node.stop();
    expect(read).toEqual([through, through + 100]);
  });

  it('catches up over many blocks without missing a deposit', async () => {
    const address = nextAddress();
    const { cursor: start } = await testGateway(database, anvil).incoming({
      watched: [address],
      cursor: null,
      untilConfirmations: UNTIL,
    });
    for (let round = 0; round < 3; round += 1) {
      await anvil.pay(address, '1');
      await anvil.mine(150);
    }
    const gateway = testGateway(database, anvil);
    const found = new Map<string, number>();
    const timeOf = async (number: bigint) => Number((await anvil.client.getBlock({ blockNumber: number })).timestamp) * 1_000;
    const head = await anvil.client.getBlockNumber();
    let cursor = start;
    for (;;) {
      const answer = await gateway.incoming({ watched: [address], cursor, untilConfirmations: UNTIL });
      // A deposit that is not read yet may have been paid in time.
      const newest = BigInt(cursor) + 200n + BigInt(UNTIL);
      expect(answer.readUntil).toBe(await timeOf(newest < head ? newest : head));
      for (const { txHash, confirmations } of answer.transfers) found.set(txHash, confirmations);
      if (answer.cursor === cursor) break;
      ({ cursor } = answer);
    }
    expect([...found.values()]).toEqual([450, 300, 150]);
    const idle = await gateway.incoming({ watched: [address], cursor: String(head), untilConfirmations: 1 });
    expect(idle.readUntil).toBe(await timeOf(head));
  });
});
