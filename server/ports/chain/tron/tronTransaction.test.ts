import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, it } from 'vitest';
import { addressOfHex, addressToHex } from './tronAddresses.ts';
import { encodeRaw, encodeSigned, hashOf, transferData } from './tronTransaction.ts';
import { createTronWallet, signHash } from './tronWallet.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
/** A block hash whose part that transactions name is given. */
const hashWith = (part: string): string => `${'0'.repeat(16)}${part}${'0'.repeat(32)}`;

describe('encodeRaw', () => {
  it('encodes a transfer of TRX as nodes do', () => {
    const raw = encodeRaw({
      call: {
        type: 'transfer',
        owner: '41417ca6f74356a5d4454498e3f4856c945a04ab01',
        to: '41055756f33f419278d9ea059bd2b21120e6add748',
        units: 2_700_000n,
      },
      reference: { height: 0x3_b3_2e, hash: hashWith('ce1cb373c238875e') },
      expiresAt: 1_746_778_095_000,
      createdAt: 1_746_778_035_000,
      feeLimit: 0n,
    });
    expect(hex(hashOf(raw))).toBe('795f8195893e8da2ef2f70fc3a1f2720f9077244c4b7b1c50c99c72fda675a32');
  });

  it('encodes a transfer of a token as nodes do', () => {
    const raw = encodeRaw({
      call: {
        type: 'trigger',
        owner: '415ff9fce781452ce0a031472d8a58fae6c8cc70b6',
        contract: '4142a1e39aefa49290f2b3f9ed688d7cecf86cd6e0',
        data: transferData('413c2713a6d04e74b1fe0f9a370c7e96aad21268dd', 500_000_000n),
      },
      reference: { height: 0xa2_f1, hash: hashWith('d22237be586463e3') },
      expiresAt: 1_667_042_817_000,
      createdAt: 1_667_042_759_371,
      feeLimit: 1_000_000_000n,
    });
    expect(hex(hashOf(raw))).toBe('6b501aaae1d82a3d30fd1c5b50305bb0e24bd92d3589cf99ed458371781ceca9');
  });

  it('keeps two equal payments apart by their time', () => {
    const transaction = {
      call: { type: 'transfer', owner: `41${'11'.repeat(20)}`, to: `41${'22'.repeat(20)}`, units: 1n },
      reference: { height: 7, hash: hashWith('0000000000000000') },
      expiresAt: 60_000,
      feeLimit: 0n,
    } as const;
    expect(hex(encodeRaw({ ...transaction, createdAt: 1 }))).not.toBe(hex(encodeRaw({ ...transaction, createdAt: 2 })));
  });
});

describe('signHash', () => {
  /** The example of another wallet: the key is 32 bytes of one. */
  const hash = Buffer.from('9218ce3af35e09858b9dd95b3ac0b4ce131b2f7bc53c56f0a64c8fd01ed461de', 'hex');
  const signature =
    '32fa1b2b51742d4cba60f870d53971ce7aa4c146303dca2aca387e528dd6ceec22171c5902e7dfb6f26194e35f83d051a9dc8fd40b1e922b7d95298739d8962800';

  it('signs as other wallets do', () => {
    expect(hex(signHash(hash, new Uint8Array(32).fill(1)))).toBe(signature);
  });

  it('is the second field of the signed transaction', () => {
    expect(hex(encodeSigned(Uint8Array.of(1, 2), Buffer.from(signature, 'hex')))).toBe(`0a0201021241${signature}`);
  });
});

describe('createTronWallet', () => {
  const seed = mnemonicToSeedSync(
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  );

  it('derives the addresses of other wallets', () => {
    expect(createTronWallet(seed, 'main').addressAt(0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
  });

  it('has other keys on the test network', () => {
    expect(createTronWallet(seed, 'nile').addressAt(0)).not.toBe(createTronWallet(seed, 'main').addressAt(0));
  });
});

describe('addresses', () => {
  it('converts an address to hex and back', () => {
    const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(addressToHex(usdt)).toBe('41a614f803b6fd780986a42c78ec9c7f77e6ded13c');
    expect(addressOfHex('000000000000000000000000a614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe(usdt);
  });

  it.each(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'nowhere', ''])('refuses "%s"', (text) => {
    expect(addressToHex(text)).toBeUndefined();
  });
});
