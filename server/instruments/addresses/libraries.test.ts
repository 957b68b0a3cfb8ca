import { StrKey } from '@stellar/stellar-base';
import { isAddress as isSolanaAddress } from '@solana/addresses';
import { Address as BitcoinAddress } from '@scure/btc-signer';
import { Address as TonAddress } from '@ton/core';
import * as fc from 'fast-check';
import { isValidClassicAddress } from 'ripple-address-codec';
import { getAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Network } from '../catalogue.ts';
import { loadCatalogue } from '../loadCatalogue.ts';
import { addressFromDigest, validateAddress } from './index.ts';

const catalogue = loadCatalogue();
const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });

function network(slug: string): Network {
  const found = catalogue.networks.get(slug);
  if (!found) throw new Error(`No network ${slug}`);
  return found;
}

function isValid(slug: string, address: string): boolean {
  const instrument = catalogue.instruments.get(network(slug).nativeInstrument);
  return instrument !== undefined && validateAddress(network(slug), instrument, address).valid;
}

/** The chains' own libraries are the measure; at run time the same rules run without loading them. */
describe('what is encoded, the chain’s own library accepts', () => {
  test.each<[string, (address: string) => boolean]>([
    ['bitcoin', (address) => BitcoinAddress().decode(address).type === 'wpkh'],
    ['ethereum', (address) => getAddress(address) === address],
    ['stellar', (address) => StrKey.isValidEd25519PublicKey(address)],
    ['ton', (address) => !TonAddress.parseFriendly(address).isTestOnly],
    ['solana', (address) => isSolanaAddress(address)],
    ['ripple', (address) => isValidClassicAddress(address)],
  ])('%s', (slug, accepts) => {
    fc.assert(
      fc.property(digests, (digest) => accepts(addressFromDigest(network(slug), digest))),
      { numRuns: 50 },
    );
  });
});

describe('what the chain’s own library writes, we accept', () => {
  test('TON in both forms and both alphabets', () => {
    fc.assert(
      fc.property(digests, fc.boolean(), fc.boolean(), fc.constantFrom(0, -1), (digest, bounceable, urlSafe, workchain) =>
        isValid('ton', new TonAddress(workchain, Buffer.from(digest)).toString({ bounceable, urlSafe })),
      ),
      { numRuns: 50 },
    );
  });

  test('Stellar accounts', () => {
    fc.assert(
      fc.property(digests, (digest) => isValid('stellar', StrKey.encodeEd25519PublicKey(Buffer.from(digest)))),
      { numRuns: 50 },
    );
  });

  test('Bitcoin of every kind', () => {
    const hash = new Uint8Array(20).fill(7);
    const coder = BitcoinAddress();
    expect(isValid('bitcoin', coder.encode({ type: 'pkh', hash }))).toBe(true);
    expect(isValid('bitcoin', coder.encode({ type: 'sh', hash }))).toBe(true);
    expect(isValid('bitcoin', coder.encode({ type: 'wpkh', hash }))).toBe(true);
    expect(isValid('bitcoin', coder.encode({ type: 'wsh', hash: new Uint8Array(32).fill(7) }))).toBe(true);
  });

  test('TON addresses that are for the test network are refused', () => {
    const address = new TonAddress(0, Buffer.alloc(32, 7)).toString({ testOnly: true });
    expect(isValid('ton', address)).toBe(false);
  });
});
