import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { transactionHash } from './transactionHash.ts';

const catalogue = loadCatalogue();
const digest = new Uint8Array(createHash('sha256').update('one transaction').digest());
const AT = 1_800_000_000_123;

function hashOn(slug: string): string {
  const network = catalogue.networks.get(slug);
  if (!network) throw new Error(slug);
  return transactionHash(network, digest, AT);
}

describe('transactionHash', () => {
  it.each([
    ['bitcoin', /^[0-9a-f]{64}$/],
    ['ethereum', /^0x[0-9a-f]{64}$/],
    ['tron', /^[0-9a-f]{64}$/],
    ['ripple', /^[0-9A-F]{64}$/],
    ['cosmoshub', /^[0-9A-F]{64}$/],
    ['solana', /^[1-9A-HJ-NP-Za-km-z]{86,88}$/],
    ['near', /^[1-9A-HJ-NP-Za-km-z]{43,44}$/],
    ['algorand', /^[A-Z2-7]{52}$/],
    ['tezos', /^o[1-9A-HJ-NP-Za-km-z]{50}$/],
    ['hedera', /^0\.0\.\d{4,7}-1800000000-\d{9}$/],
    ['polkadot', /^0x[0-9a-f]{64}$/],
  ])('has the format of the explorers of %s', (slug, form) => {
    expect(hashOn(slug)).toMatch(form);
  });

  it('differs between transactions, on every network', () => {
    const other = new Uint8Array(createHash('sha256').update('another transaction').digest());
    for (const network of catalogue.networks.values()) {
      expect(transactionHash(network, digest, AT)).not.toBe(transactionHash(network, other, AT));
    }
  });
});
