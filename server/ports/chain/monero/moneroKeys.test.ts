import { describe, expect, it } from 'vitest';
import { createMoneroKeys, moneroKeysOf } from './moneroKeys.ts';

const SEED = new Uint8Array(64).fill(7);

describe('createMoneroKeys', () => {
  it('derives the addresses that monero-wallet-rpc derives from the same keys', () => {
    const keys = createMoneroKeys(SEED, 'regtest');
    // The answers of get_address of Debian's monero-wallet-rpc 0.18 after generate_from_keys with these keys.
    expect([0, 1, 5].map(keys.addressAt)).toEqual([
      '49F7Y5dvPGKbdBFWMtxpSxam9rVp8nFkQ1ZvPbhxEmXMeUEFEJeaZ16QHLcFHpzYQiZaeMEmiZPXR9R4LFcLwD1JTskhGGP',
      '84vPV7AFM9jUL6rYFmoYYye4bTsJzh3fN3FgPahrAY9XBWf9QJgWGaCKBFceWYnKfVT8gwrDb58yrfNJj4VT9wJiFthKi9z',
      '899Hxw24xu4PdJdtUDaCXS1iodNvkxqfjaQPe3HaFCwuRbGKsRSLhNt1mbo1skUoDpWWW6WgVEvKmadq62xT6T2S1zM75bK',
    ]);
  });

  it('uses other keys on a private chain than on the real one, whose addresses look the same', () => {
    const [main, regtest] = [createMoneroKeys(SEED, 'main'), createMoneroKeys(SEED, 'regtest')];
    expect(main.spendKey).not.toBe(regtest.spendKey);
    expect(main.addressAt(1)).not.toBe(regtest.addressAt(1));
    expect(main.addressAt(1)).toMatch(/^8/);
  });
});

describe('moneroKeysOf', () => {
  it('derives view key and address from a spend key as Monero does', () => {
    // functional_tests_rpc's wallet "velvet lymph …" (monero-project/monero, tests/functional_tests/wallet.py)
    const keys = moneroKeysOf(Buffer.from('148d78d2aba7dbca5cd8f6abcfb0b3c009ffbdbea1ff373d50ed94d78286640e', 'hex'));
    expect(keys.viewKey).toBe('49774391fa5e8d249fc2c5b45dadef13534bf2483dede880dac88f061e809100');
    expect(keys.addressAt(0)).toBe(
      '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm',
    );
  });
});
