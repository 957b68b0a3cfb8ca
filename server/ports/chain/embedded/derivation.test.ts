import { describe, expect, it } from 'vitest';
import { validateAddress, validateMemo } from '../../../instruments/addresses/index.ts';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { deriveAddress, depositTarget, memoAt } from './derivation.ts';

const catalogue = loadCatalogue();
const networks = [...catalogue.networks.values()].filter((network) => network.family !== 'fiat');

describe('addresses of embedded networks', () => {
  it.each(networks.map((network) => [network.slug, network] as const))('are valid addresses of %s', (_slug, network) => {
    const native = catalogue.instruments.get(network.nativeInstrument);
    if (!native) throw new Error(network.slug);
    for (const path of [0, 1, 2, 50_000, 'faucet'] as const) {
      expect(validateAddress(network, native, deriveAddress('seed', network, path), catalogue)).toEqual({ valid: true });
    }
    const { memo } = depositTarget('seed', network, 1);
    expect(memo === null || validateMemo(network, memo)).toBe(true);
  });

  it('depend on the seed', () => {
    for (const network of networks) {
      expect(deriveAddress('seed', network, 1)).not.toBe(deriveAddress('another seed', network, 1));
    }
  });

  it.each([TREASURY_INDEX, 1, 7])('are the same on all EVM networks at index %i, as with one real key', (index) => {
    const ofFamily = (family: string) => networks.filter((network) => network.family === family);
    const addresses = (family: string) => new Set(ofFamily(family).map((network) => deriveAddress('seed', network, index)));
    expect(ofFamily('evm').length).toBeGreaterThan(2);
    expect(addresses('evm').size).toBe(1);
    expect(addresses('cosmos').size).toBe(ofFamily('cosmos').length);
  });

  it('are one per order, or the treasury’s with a memo per order', () => {
    for (const network of networks) {
      const [first, second] = [depositTarget('seed', network, 1), depositTarget('seed', network, 2)];
      const treasury = depositTarget('seed', network, TREASURY_INDEX);
      expect(treasury.memo).toBeNull();
      expect(first).not.toEqual(second);
      if (network.memoName === null) expect(first.address).not.toBe(second.address);
      else expect([first.address, second.address]).toEqual([treasury.address, treasury.address]);
    }
  });
});

describe('memoAt', () => {
  it('returns nine digits for every order, far from those of its neighbours', () => {
    const memos = Array.from({ length: 20_000 }, (_, index) => memoAt(index + 1));
    expect(new Set(memos).size).toBe(memos.length);
    expect(memos.every((memo) => /^[1-9]\d{8}$/.test(memo))).toBe(true);
    const oneDigitApart = memos.slice(1).filter((memo, position) => differingDigits(memo, memos[position] ?? '') < 2);
    expect(oneDigitApart).toEqual([]);
  });
});

function differingDigits(left: string, right: string): number {
  return [...left].filter((digit, position) => digit !== right[position]).length;
}
