import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { createMoneroStore } from '../../../db/repositories/networks/moneroStore.ts';
import type { ChainGateway } from '../chainGateway.ts';
import { createIncoming } from './incomingTransfers.ts';
import type { MoneroNode, MoneroNodes } from './moneroNodes.ts';
import type { OwnCoin } from './moneroWallet.ts';

const ADDRESS = '8deposit';
const DAYS_30 = 21_600;
const coin = (txHash: string, blockHeight: number, changes: Partial<OwnCoin> = {}): OwnCoin => ({
  txHash,
  keyIndex: 7,
  units: 1_000_000_000_000n,
  blockHeight,
  keyImage: '',
  isUnlocked: true,
  isFrozen: false,
  publicKey: `key of ${txHash}`,
  ...changes,
});

describe('the incoming transfers of Monero', () => {
  let height: number;
  /** What the wallet of each node shows */
  let shown: [OwnCoin[], OwnCoin[]];
  let told: string[];
  let incoming: ChainGateway['incoming'];

  beforeEach(async () => {
    [height, told] = [100, []];
    const database = await openMemoryDatabase();
    const store = createMoneroStore(database, 'monero', 'treasury');
    await store.addAddress(7, ADDRESS);
    const each = [0, 1].map((place) => {
      const transactions = async (hashes: readonly string[]) =>
        hashes.map((txHash) => {
          const block = { height: shown.flat().find((one) => one.txHash === txHash)?.blockHeight ?? 0, time: 1 };
          return { txHash, bytes: '', block };
        });
      const daemon = { transactions, blockAt: async (at: number) => ({ hash: `block ${at}`, time: 1 }) };
      return { daemon, wallet: { coinsOf: async () => shown[place], waiting: async () => [] } } as unknown as MoneroNode;
    });
    const nodes = {
      each,
      advance: async () => ({ height, nodes: each }),
      answers: async (asked, ask) => await Promise.all(asked.map(ask)),
    } satisfies Partial<MoneroNodes> as unknown as MoneroNodes;
    incoming = createIncoming({
      store,
      nodes,
      native: { slug: 'xmr', decimals: 12 },
      finalAfter: 10,
      now: () => 2,
      onUncounted: (message) => told.push(message),
    });
    return () => database.destroy();
  });
  const scan = async (cursor = '0') => await incoming({ watched: [ADDRESS], cursor, untilConfirmations: 3 });

  const first = coin('first', 90);
  const second = coin('second', 101, { publicKey: first.publicKey, units: 2_000_000_000_000n });
  it.each([
    ['all wallets show the second one', [second], [second]],
    ['the wallet that can spend has spent the first one', [first], [second]],
  ])('counts one of two coins of which one can be spent when %s', async (_case, spending, watching) => {
    shown = [[first], [first]];
    expect((await scan()).transfers).toMatchObject([{ txHash: 'first', amount: '1', confirmations: 11 }]);
    height = 140;
    const other = coin('other', 120);
    shown = [
      [...spending, other],
      [...watching, other],
    ];
    for (let scans = 0; scans < 2; scans += 1) {
      expect((await scan()).transfers).toMatchObject([{ txHash: 'other', amount: '1' }]);
    }
    expect(told).toEqual([expect.stringMatching(/of transaction first can be spent, transaction second/)]);
  });

  it('waits 30 days for a time-locked deposit, and not longer', async () => {
    const locked = coin('locked', 90, { isUnlocked: false });
    shown = [[locked], [locked]];
    height = 90 + DAYS_30;
    expect(await scan('95')).toMatchObject({ cursor: '95', transfers: [{ txHash: 'locked', confirmations: 0 }] });
    expect(told).toEqual([]);
    height += 1;
    expect(await scan('95')).toMatchObject({ cursor: String(height - 2), transfers: [] });
    expect(told).toEqual([expect.stringMatching(/30 days, transaction locked/)]);
  });
});
