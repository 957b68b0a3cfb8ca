import { describe, expect, it } from 'vitest';
import { agreedTransfers, lowest, type SeenTransfer } from './agreement.ts';

const transfer = (changes: Partial<SeenTransfer> = {}): SeenTransfer => ({
  txHash: '0x1',
  index: 0,
  instrumentSlug: 'eth',
  toAddress: '0xa',
  memo: null,
  amount: '1',
  blockHeight: 90,
  blockTime: 1_800_000_000_000,
  confirmations: 11,
  blockHash: '0xb90',
  ...changes,
});
const views = (...lists: SeenTransfer[][]) => lists.map((transfers) => ({ transfers }));
const FINAL = 90;

describe('agreedTransfers', () => {
  it('returns the transfers that every node shows, in any order', () => {
    const other = transfer({ txHash: '0x2' });
    const { agreed, contradiction } = agreedTransfers(views([transfer(), other], [other, transfer()]), FINAL);
    expect(agreed).toEqual([transfer(), other]);
    expect(contradiction).toBeNull();
  });

  it('returns nothing when nodes report different times for one block', () => {
    const { agreed, contradiction } = agreedTransfers(views([transfer()], [transfer({ blockTime: 1 })]), FINAL);
    expect(agreed).toEqual([]);
    expect(contradiction).toContain('0x1');
  });

  it('returns all transfers of a single node', () => {
    expect(agreedTransfers(views([transfer()]), FINAL)).toEqual({ agreed: [transfer()], contradiction: null });
  });

  it.each([
    ['amount', { amount: '1000' }],
    ['block', { blockHash: '0xother' }],
    ['payee', { toAddress: '0xc' }],
    ['coin', { instrumentSlug: 'usdterc20' }],
    ['memo', { memo: '7' }],
  ])('leaves out a payment with another %s, and reports a contradiction once it is final', (_what, change) => {
    expect(agreedTransfers(views([transfer()], [transfer(change)]), FINAL - 1)).toEqual({ agreed: [], contradiction: null });
    const deep = agreedTransfers(views([transfer()], [transfer(change)]), FINAL);
    expect(deep).toEqual({ agreed: [], contradiction: expect.stringContaining('0x1 in block 90') });
  });

  it('reports a contradiction for an invented and for a hidden payment', () => {
    expect(agreedTransfers(views([], [transfer()]), FINAL).contradiction).not.toBeNull();
    expect(agreedTransfers(views([transfer()], []), FINAL).contradiction).not.toBeNull();
    expect(agreedTransfers(views([transfer({ blockHeight: null })], []), FINAL).contradiction).toBeNull();
  });

  it('reports no contradiction when a node is blind to a transfer, and leaves the transfer out', () => {
    const passedOn = transfer({ index: 1_000_000 });
    const blind = { transfers: [], isBlindTo: ({ index }: SeenTransfer) => index === 1_000_000 };
    expect(agreedTransfers([{ transfers: [passedOn] }, blind], FINAL)).toEqual({ agreed: [], contradiction: null });
    expect(agreedTransfers([{ transfers: [passedOn, transfer()] }, blind], FINAL).contradiction).not.toBeNull();
  });

  it('uses the lowest of the balances', () => {
    expect(lowest(['10', '9.99', '1000'])).toBe('9.99');
  });
});
