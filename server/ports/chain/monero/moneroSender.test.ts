import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { createMoneroStore } from '../../../db/repositories/networks/moneroStore.ts';
import { ChainRefusedError } from '../chainGateway.ts';
import { RpcError } from '../nodeAnswers.ts';
import type { MoneroNode, MoneroNodes } from './moneroNodes.ts';
import { createMoneroSender } from './moneroSender.ts';
import type { MoneroWallet, OwnCoin } from './moneroWallet.ts';

const NOT_ENOUGH = new RpcError(-37, 'not enough unlocked money');
const MOST_INPUTS = 150;
const TOO_LARGE = new RpcError(-18, 'Transaction would be too large. try /transfer_split');
const coin = (keyImage: string, isFrozen: boolean): OwnCoin => ({
  txHash: 'funding',
  keyIndex: 0,
  units: 5_000_000_000_000n,
  blockHeight: 1,
  keyImage,
  isUnlocked: true,
  isFrozen,
  publicKey: `key of ${keyImage}`,
});
const payment = (idempotencyKey: string) => ({
  idempotencyKey,
  instrumentSlug: 'xmr',
  toAddress: '8'.padEnd(95, 'A'),
  memo: null,
  amount: '1',
});

describe('createMoneroSender', () => {
  let pay: ReturnType<typeof createMoneroSender>;
  /** The most payees that fit into a transaction */
  let fitting: number;
  /** Coins that are too many for one transaction */
  let small: number;
  /** The largest coins that fit are worth too little */
  let isPoor: boolean;
  let thawed: string[];
  let frozen: string[];

  beforeEach(async () => {
    [small, isPoor] = [0, false];
    [thawed, frozen] = [[], []];
    const database = await openMemoryDatabase();
    const store = createMoneroStore(database, 'monero', 'treasury');
    await store.insert({
      transaction: { tx_hash: 'earlier', bytes: 'ab', tx_key: null, fee: '0.1', created_at: 1 },
      sends: [
        {
          idempotency_key: 'earlier',
          tx_hash: 'earlier',
          instrument: 'xmr',
          to_address: '8',
          amount: '1',
          fee: '0.1',
          created_at: 1,
        },
      ],
      keyImages: ['reserved'],
    });
    const wallet = {
      unspent: async () => [
        ...Array.from({ length: small }, (_, place) => ({ ...coin(`small ${place}`, false), units: 1n })),
        coin('free', false),
        coin('reserved', true),
        coin('forgotten', true),
      ],
      freeze: async (images) => void frozen.push(...images),
      thaw: async (images) => void thawed.push(...images),
      writeNote: async () => undefined,
      sign: async (payees) => {
        const free = small - frozen.filter((image) => image.startsWith('small')).length;
        if (payees.length > fitting || free > MOST_INPUTS) throw TOO_LARGE;
        if (small > free && isPoor) throw NOT_ENOUGH;
        return { txHash: 'signed', bytes: 'cd', txKey: 'secret', fee: 1n, keyImages: ['free'] };
      },
    } satisfies Partial<MoneroWallet>;
    const node = { wallet, daemon: { broadcast: async () => null } } as unknown as MoneroNode;
    const nodes = { paying: node, each: [node], advance: async () => ({ height: 9, nodes: [node] }) } as unknown as MoneroNodes;
    pay = createMoneroSender({
      store,
      nodes,
      native: { slug: 'xmr', decimals: 12 },
      treasury: '4treasury',
      highestFee: 10n,
      usualFee: async () => 1n,
      count: async () => ({ mined: 0, pending: 0, known: 0 }),
      now: () => 2,
    });
    return () => database.destroy();
  });

  it('thaws coins that no payment has reserved', async () => {
    fitting = 3;
    expect(await pay([payment('one')])).toEqual(['signed']);
    expect(thawed).toEqual(['forgotten']);
  });

  it('leaves out the division of the rest when the transaction would be too large', async () => {
    fitting = 1;
    expect(await pay([payment('one')])).toEqual(['signed']);
  });

  it('pays with the largest coins when the wallet chose too many small ones', async () => {
    [fitting, small] = [1, 160];
    expect(await pay([payment('one')])).toEqual(['signed']);
    const left = frozen.filter((image) => image.startsWith('small'));
    expect(left).toHaveLength(62);
    expect(thawed).toEqual(['forgotten', ...left]);
  });

  it('refuses a payment for which the largest coins are too few, instead of waiting for ever', async () => {
    [fitting, small, isPoor] = [1, 160, true];
    await expect(pay([payment('one')])).rejects.toThrow('too large');
    expect(thawed).toContain('small 159');
  });

  it('refuses payments that do not fit into one transaction, so that fewer are tried', async () => {
    fitting = 1;
    await expect(pay([payment('one'), payment('two')])).rejects.toThrow(ChainRefusedError);
    expect(await pay([payment('one')])).toEqual(['signed']);
  });
});
