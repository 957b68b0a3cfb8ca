import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { agreedTransfers } from '../agreement.ts';
import { createFindDeposits } from './incomingTransfers.ts';
import { addressOfHex } from './tronAddresses.ts';
import type { BlockTransaction, TronBlock } from './tronNode.ts';

const catalogue = loadCatalogue();
const native = catalogue.instruments.get('trx') ?? expect.fail('no TRX');
const usdt = catalogue.instruments.get('usdttrc20') ?? expect.fail('no USDT');
const CONTRACT = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const PAYEE = `41${'22'.repeat(20)}`;
const OTHER = `41${'33'.repeat(20)}`;
const WATCHED = addressOfHex(PAYEE);
const VIEW = { head: 110, solid: 100, nodes: [] };

const findDeposits = createFindDeposits({ native, tokens: new Map([[CONTRACT, usdt]]), finalAfter: 19 });
const transaction = (changes: Partial<BlockTransaction>): BlockTransaction => ({
  txHash: 'aa',
  blockNumber: 100,
  failure: null,
  fee: 0n,
  logs: [],
  internal: [],
  hasInternal: false,
  owner: OTHER,
  transfer: null,
  ...changes,
});
const log = (place: number, changes = {}) => ({
  contract: CONTRACT,
  from: OTHER,
  to: PAYEE,
  units: 5_000_000n,
  place,
  ...changes,
});

/** What a node with one block shows. */
const find = async (transactions: BlockTransaction[], number = 100) => {
  const block: TronBlock = { number, hash: 'ff', parentHash: 'fe', time: 300_000, transactions };
  return await findDeposits({ scan: async () => [block] })([WATCHED], number, number, VIEW);
};

describe('createFindDeposits', () => {
  it('finds TRX, tokens and what a contract passes on, each with an index of its own', async () => {
    const { transfers } = await find([
      transaction({ transfer: { to: PAYEE, units: 1_500_000n } }),
      transaction({
        txHash: 'bb',
        logs: [log(0, { to: OTHER }), log(2), log(3)],
        internal: [{ to: PAYEE, units: 7n, place: 1 }],
        hasInternal: true,
      }),
    ]);
    expect(transfers.map(({ txHash, index, instrumentSlug, amount }) => [txHash, index, instrumentSlug, amount])).toEqual([
      ['aa', 0, 'trx', '1.5'],
      ['bb', 3, 'usdttrc20', '5'],
      ['bb', 4, 'usdttrc20', '5'],
      ['bb', 1_000_001, 'trx', '0.000007'],
    ]);
    expect(transfers[0]).toMatchObject({ toAddress: WATCHED, blockHeight: 100, blockHash: 'ff', blockTime: 300_000, memo: null });
  });

  it('ignores contracts that are not in the catalogue', async () => {
    expect((await find([transaction({ logs: [log(0, { contract: OTHER })] })])).transfers).toEqual([]);
  });

  it('counts at most 18 confirmations before the block is solid', async () => {
    const paid = [transaction({ transfer: { to: PAYEE, units: 1n } })];
    const confirmations = async (number: number) => (await find(paid, number)).transfers[0]?.confirmations;
    expect([await confirmations(101), await confirmations(100), await confirmations(90)]).toEqual([10, 11, 21]);
    const late = createFindDeposits({ native, tokens: new Map(), finalAfter: 5 });
    const block: TronBlock = { number: 101, hash: 'ff', parentHash: 'fe', time: 0, transactions: paid };
    const answer = await late({ scan: async () => [block] })([WATCHED], 101, 101, VIEW);
    expect(answer.transfers[0]?.confirmations).toBe(4);
  });

  it('neither counts nor disputes an internal transfer that a node does not store', async () => {
    const internal = [{ to: PAYEE, units: 7n, place: 1 }];
    const full = await find([transaction({ internal, hasInternal: true })]);
    const without = await find([transaction({})]);
    expect(agreedTransfers([full, without], 100)).toEqual({ agreed: [], contradiction: null });
    expect(agreedTransfers([without, full], 100)).toEqual({ agreed: [], contradiction: null });
    // A node that shows other internal transactions of it lies.
    const lying = await find([transaction({ hasInternal: true })]);
    expect(agreedTransfers([full, lying], 100).contradiction).toContain('aa');
  });
});
