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

describe('what nodes agree on', () => {
  it('is what each of them shows, whatever the sequence', () => {
    const other = transfer({ txHash: '0x2' });
    const { agreed, contradiction } = agreedTransfers(views([transfer(), other], [other, transfer()]), FINAL);
    expect(agreed).toEqual([transfer(), other]);
    expect(contradiction).toBeNull();
  });

  it('is nothing where nodes name different times for one block', () => {
    const { agreed, contradiction } = agreedTransfers(views([transfer()], [transfer({ blockTime: 1 })]), FINAL);
    expect(agreed).toEqual([]);
    expect(contradiction).toContain('0x1');
  });

  it('is what the only one says, where there is one', () => {
    expect(agreedTransfers(views([transfer()]), FINAL)).toEqual({ agreed: [transfer()], contradiction: null });
  });

  it.each([
    ['amount', { amount: '1000' }],
    ['block', { blockHash: '0xother' }],
    ['payee', { toAddress: '0xc' }],
    ['coin', { instrumentSlug: 'usdterc20' }],
    ['memo', { memo: '7' }],
  ])('leaves out a payment of another %s, and calls it a contradiction once it is deep', (_what, change) => {
    expect(agreedTransfers(views([transfer()], [transfer(change)]), FINAL - 1)).toEqual({ agreed: [], contradiction: null });
    const deep = agreedTransfers(views([transfer()], [transfer(change)]), FINAL);
    expect(deep).toEqual({ agreed: [], contradiction: expect.stringContaining('0x1 in block 90') });
  });

  it('is contradicted by an invented payment and by a hidden one alike', () => {
    expect(agreedTransfers(views([], [transfer()]), FINAL).contradiction).not.toBeNull();
    expect(agreedTransfers(views([transfer()], []), FINAL).contradiction).not.toBeNull();
    expect(agreedTransfers(views([transfer({ blockHeight: null })], []), FINAL).contradiction).toBeNull();
  });

  it('is not contradicted by a node that can’t know, but nothing counts before it does', () => {
    const passedOn = transfer({ index: 1_000_000 });
    const blind = { transfers: [], isBlindTo: ({ index }: SeenTransfer) => index === 1_000_000 };
    expect(agreedTransfers([{ transfers: [passedOn] }, blind], FINAL)).toEqual({ agreed: [], contradiction: null });
    expect(agreedTransfers([{ transfers: [passedOn, transfer()] }, blind], FINAL).contradiction).not.toBeNull();
  });

  it('is the lowest of the balances', () => {
    expect(lowest(['10', '9.99', '1000'])).toBe('9.99');
  });
});
