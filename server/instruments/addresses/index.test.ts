import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogueInstrument, Network } from '../catalogue.ts';
import { loadCatalogue } from '../loadCatalogue.ts';
import { encodeCashAddress } from './bitcoinCash.ts';
import { addressFromDigest, detectNetworks, normaliseAddress, sameAddress, validateAddress, validateMemo } from './index.ts';

const catalogue = loadCatalogue();
const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });
const withAddresses = [...catalogue.networks.values()].filter(({ family }) => family !== 'fiat');
/** Families whose addresses carry a checksum in every letter; EVM's sits in capitals alone, others have none. */
const CHECKSUMMED = withAddresses.filter(
  ({ family }) => !['evm', 'solana', 'eos', 'hedera', 'near', 'aptos', 'sui'].includes(family),
);

function network(slug: string): Network {
  const found = catalogue.networks.get(slug);
  if (!found) throw new Error(`No network ${slug}`);
  return found;
}

function instrument(slug: string): CatalogueInstrument {
  const found = catalogue.instruments.get(slug);
  if (!found) throw new Error(`No instrument ${slug}`);
  return found;
}

const native = (of: Network): CatalogueInstrument => instrument(of.nativeInstrument);

describe('addressFromDigest', () => {
  test.each(withAddresses.map((of) => [of.slug, of] as const))(
    '%s: gives a valid address, the same for the same digest',
    (_slug, of) => {
      fc.assert(
        fc.property(digests, (digest) => {
          const address = addressFromDigest(of, digest);
          expect(validateAddress(of, native(of), address)).toEqual({ valid: true });
          expect(addressFromDigest(of, digest)).toBe(address);
        }),
        { numRuns: 20 },
      );
    },
  );

  test.each(withAddresses.map((of) => [of.slug, of] as const))('%s: refuses invisible characters', (_slug, of) => {
    const address = addressFromDigest(of, new Uint8Array(32).fill(7));
    for (const unseen of ['\u200b', '\u2060', '\u00ad', '\ufe0f', '\u202d', '\n']) {
      for (const text of [unseen + address, address + unseen, address.slice(0, 9) + unseen + address.slice(9)])
        expect(validateAddress(of, native(of), text).valid).toBe(false);
    }
  });

  test.each(CHECKSUMMED.map((of) => [of.slug, of] as const))('%s: one wrong letter never passes', (_slug, of) => {
    fc.assert(
      fc.property(digests, fc.nat(), fc.nat(), (digest, place, choice) => {
        const address = addressFromDigest(of, digest);
        const letters = [...new Set(address)];
        const at = place % address.length;
        const letter = letters[choice % letters.length] ?? '';
        fc.pre(letter !== address[at]);
        const mistyped = address.slice(0, at) + letter + address.slice(at + 1);
        expect(validateAddress(of, native(of), mistyped).valid).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('refuses fiat, and digests of other lengths', () => {
    expect(() => addressFromDigest(network('fiat'), new Uint8Array(32))).toThrow('fiat has no addresses');
    expect(() => addressFromDigest(network('bitcoin'), new Uint8Array(20))).toThrow('not from 20');
  });
});

describe('validateAddress', () => {
  test.each([
    [0, [20]],
    [1, [20, 32]],
    [2, [20]],
    [3, [20, 32]],
    [4, []],
    [15, []],
  ])('accepts for Bitcoin Cash type %i hashes of %j bytes only', (type, payable) => {
    const bitcoinCash = network('bitcoincash');
    const accepted = [20, 24, 28, 32, 40, 48, 56, 64].filter((length) => {
      const address = encodeCashAddress({ prefix: 'bitcoincash', type, hash: new Uint8Array(length).fill(7) });
      return validateAddress(bitcoinCash, native(bitcoinCash), address, catalogue).valid;
    });
    expect(accepted).toEqual(payable);
  });

  test('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 130 }), (text) => {
        for (const of of withAddresses) validateAddress(of, native(of), text);
      }),
      { numRuns: 100 },
    );
  });

  test('refuses blanks, and texts longer than any address', () => {
    const bitcoin = network('bitcoin');
    expect(validateAddress(bitcoin, native(bitcoin), ' bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4').valid).toBe(false);
    expect(validateAddress(bitcoin, native(bitcoin), 'bc1q'.padEnd(100_000, 'q'))).toEqual({
      valid: false,
      code: 'address_incorrect',
    });
  });

  test('knows a token’s own contract without a catalogue, and every token’s with one', () => {
    const usdt = instrument('usdterc20');
    const dai = instrument('daierc20').contractAddress ?? '';
    expect(validateAddress(network('ethereum'), usdt, (usdt.contractAddress ?? '').toLowerCase())).toMatchObject({
      code: 'address_contract',
    });
    expect(validateAddress(network('ethereum'), usdt, dai)).toEqual({ valid: true });
    expect(validateAddress(network('ethereum'), usdt, dai, catalogue)).toMatchObject({ code: 'address_contract' });
  });

  test('refuses the contract of each token for a coin of any network', () => {
    for (const token of catalogue.instruments.values()) {
      if (token.contractAddress === null) continue;
      const own = catalogue.networkOf(token);
      const others = [...catalogue.networks.values()].filter(({ family }) => family === own.family);
      for (const of of [...others, network('bitcoin'), network('tron'), network('ethereum')]) {
        const answer = validateAddress(of, native(of), token.contractAddress, catalogue);
        expect([token.slug, of.slug, answer.code]).toEqual([token.slug, of.slug, 'address_contract']);
      }
    }
  });

  test.each([
    ['ethereum', 'vitalik.eth', 'address_name'],
    ['bitcoin', 'Olga.Crypto', 'address_name'],
    ['ton', 'shop.olga.ton', 'address_name'],
    ['solana', 'имя.eth', 'address_name'],
    // NEAR has names of its own, so this text belongs to another network.
    ['ethereum', 'olga.near', 'address_wrong_network'],
    ['near', 'Olga.near', 'address_incorrect'],
    ['ethereum', '0.05', 'address_incorrect'],
    ['ethereum', 'olga@example.com', 'address_incorrect'],
    ['ethereum', 'https://example.com', 'address_incorrect'],
  ])('%s: judges the name %s as %s', (slug, name, code) => {
    expect(validateAddress(network(slug), native(network(slug)), name, catalogue).code).toBe(code);
  });

  test('names the token of a contract', () => {
    const tether = instrument('usdttrc20').contractAddress ?? '';
    for (const of of [network('tron'), network('ethereum')]) {
      expect(validateAddress(of, native(of), tether, catalogue).contractOf?.currencyTitle).toBe('USDT');
    }
  });

  test('fiat money has no address', () => {
    expect(validateAddress(network('fiat'), instrument('usd'), '4111111111111111')).toEqual({
      valid: false,
      code: 'address_incorrect',
    });
  });
});

describe('detectNetworks', () => {
  test.each([
    ['TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', ['TRON']],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ['Ethereum']],
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', ['Bitcoin']],
    ['0x02a212de6a9dfa3a69e22387acfbafbb1a9e591bd9d636e7895dcfc8de05f331', ['Aptos', 'Sui']],
    ['alice.near', ['NEAR']],
    ['HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F', ['Kusama']],
    ['hello', []],
    ['', []],
  ])('%s', (address, titles) => {
    expect(detectNetworks(address, catalogue)).toEqual(titles);
  });
});

describe('sameAddress', () => {
  const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

  test('one EVM account is the same on all EVM networks, in any case', () => {
    expect(sameAddress(network('ethereum'), account, network('polygon'), account.toLowerCase())).toBe(true);
  });

  test('a tex address is the t1 address of its key (ZIP 320)', () => {
    const [tex, transparent] = ['tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte', 't1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC'];
    expect(normaliseAddress(network('zcash'), tex.toUpperCase())).toBe(transparent);
    expect(sameAddress(network('zcash'), tex, network('zcash'), transparent)).toBe(true);
  });

  test('letters of base58 differ by case, and families never meet', () => {
    expect(
      sameAddress(network('tron'), 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', network('tron'), 'tjCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'),
    ).toBe(false);
    expect(sameAddress(network('ethereum'), account, network('iotex'), account)).toBe(false);
  });
});

describe('validateMemo', () => {
  test.each<[string, string, boolean]>([
    ['ripple', '0', true],
    ['ripple', '4294967295', true],
    ['ripple', '4294967296', false],
    ['ripple', '007', false],
    ['ripple', 'order 7', false],
    ['stellar', 'a text of twenty-eight bytes', true],
    ['stellar', 'a text of twenty-nine bytes!!', false],
    ['stellar', 'четырнадцать!', true],
    ['stellar', 'пятнадцать букв!', false],
    ['stellar', '18446744073709551615', true],
    ['stellar', 'ab'.repeat(32), true],
    ['ton', 'x'.repeat(120), true],
    ['ton', 'x'.repeat(121), false],
    ['cosmoshub', '104829', true],
    ['eos', 'x'.repeat(257), false],
    ['hedera', 'x'.repeat(100), true],
    ['hedera', 'x'.repeat(101), false],
    ['hedera', '', false],
    ['hedera', ' 7', false],
    ['hedera', 'a\nb', false],
    ['hedera', 'a\u00a0b', false],
    ['stellar', '104938571\u200b', false],
    ['cosmoshub', '\u2060104829', false],
    ['eos', 'a\u00adb', false],
    ['ton', '7\ufe0f', false],
    ['bitcoin', '7', false],
  ])('%s: "%s" is %s', (slug, memo, valid) => {
    expect(validateMemo(network(slug), memo)).toBe(valid);
  });
});
