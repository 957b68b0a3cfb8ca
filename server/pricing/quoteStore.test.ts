import { describe, expect, it } from 'vitest';
import { createQuoteStore, QUOTE_KEPT_MS } from './quoteStore.ts';

const quote = (validUntil: number) => ({
  fromSlug: 'btc',
  toSlug: 'eth',
  rateMode: 'FIXED' as const,
  amountToGive: '1',
  amountToGet: '25',
  price: '25',
  networkFee: '0',
  platformFee: '0',
  marketPrice: '25',
  updatedAt: 0,
  validUntil,
});

describe('the quote store', () => {
  it('remembers a quote for ten minutes after its end', () => {
    const store = createQuoteStore();
    const { quoteId } = store.add(quote(30_000));
    store.add(quote(30_000 + QUOTE_KEPT_MS));
    expect(store.find(quoteId)?.amountToGet).toBe('25');
    store.add(quote(30_001 + QUOTE_KEPT_MS));
    expect(store.find(quoteId)).toBeUndefined();
  });

  it('gives every quote a name that can not be guessed', () => {
    const store = createQuoteStore();
    const ids = new Set(Array.from({ length: 1_000 }, () => store.add(quote(30_000)).quoteId));
    expect(ids.size).toBe(1_000);
    expect([...ids].every((id) => /^[A-Za-z0-9_-]{22}$/.test(id))).toBe(true);
  });

  it('never holds more than it may, and drops the oldest', () => {
    const store = createQuoteStore(3);
    const ids = [1, 2, 3, 4, 5].map((at) => store.add(quote(at)).quoteId);
    expect(store.size).toBe(3);
    expect(ids.map((id) => store.find(id) !== undefined)).toEqual([false, false, true, true, true]);
  });
});
