import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, it } from 'vitest';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { loadCatalogue } from '../../../../instruments/loadCatalogue.ts';
import { sameAddress, validateAddress } from '../../../../instruments/addresses/index.ts';
import type { Network } from '../../../../instruments/catalogue.ts';
import { encodeCashAddress } from '../../../../instruments/addresses/bitcoinCash.ts';
import { createBitcoinAddresses } from './bitcoinAddresses.ts';
import { createBitcoinWallet } from './bitcoinWallet.ts';
import { BITCOIN_FAMILIES, COINS, type AddressEncoding } from '../coinParameters.ts';

/** The phrase of BIP-84's test vectors */
const SEED = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);

const catalogue = loadCatalogue();
const instrumentOf = ({ nativeInstrument }: Network) => catalogue.instruments.get(nativeInstrument) ?? expect.fail();

/** Returns addresses of random hashes in every form that a coin may write. */
function formsOf(encoding: AddressEncoding, round: number): string[] {
  const hash = (bytes: number): Uint8Array => sha256(Uint8Array.of(round, bytes)).subarray(0, bytes);
  if ('cashAddressPrefix' in encoding) {
    const prefix = encoding.cashAddressPrefix;
    const whole = [0, 1, 2, 3].flatMap((type) =>
      [20, 28, 32].map((bytes) => encodeCashAddress({ prefix, type, hash: hash(bytes) })),
    );
    const written = whole.flatMap((address) => [address, address.slice(prefix.length + 1)]);
    return written.flatMap((address) => [
      address,
      address.toUpperCase(),
      address.replace(/[qpzr]/, (letter) => letter.toUpperCase()),
    ]);
  }
  const base58 = createBase58check(sha256);
  const old = [encoding.pubKeyHash, encoding.scriptHash].map((version) => base58.encode(Uint8Array.of(version, ...hash(20))));
  if (encoding.bech32 === 'none') return old;
  const witnesses = [
    { version: 0, bytes: 20 },
    { version: 0, bytes: 32 },
    { version: 1, bytes: 32 },
    { version: 1, bytes: 2 },
    { version: 2, bytes: 32 },
  ].map(({ version, bytes }) =>
    (version === 0 ? bech32 : bech32m).encode(encoding.bech32, [version, ...bech32.toWords(hash(bytes))]),
  );
  return [...old, ...witnesses, ...witnesses.map((address) => address.toUpperCase())];
}

describe('createBitcoinWallet', () => {
  it('derives the addresses of BIP-84', () => {
    const wallet = createBitcoinWallet(SEED, COINS.bitcoin, 'main');
    expect([wallet.addressAt(0), wallet.addressAt(1)]).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ]);
    expect(wallet.scriptAt(0)).toBe('0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2');
  });

  it.each([
    ['dogecoin', 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
    ['dash', 'XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5'],
    ['bitcoincash', 'bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6'],
  ] as const)('derives the address of %s that other wallets do (BIP-44)', (family, address) => {
    const wallet = createBitcoinWallet(SEED, COINS[family], 'main');
    expect(wallet.addressAt(0)).toBe(address);
    const addresses = createBitcoinAddresses(COINS[family], 'main');
    expect(addresses.scriptOf(address)).toBe(wallet.scriptAt(0));
    expect(wallet.scriptAt(0)).toMatch(/^76a914.{40}88ac$/);
  });

  it('uses other keys on a private chain than on the real one', () => {
    const [main, regtest] = (['main', 'regtest'] as const).map((chain) => createBitcoinWallet(SEED, COINS.litecoin, chain));
    expect(main?.addressAt(0)).toMatch(/^ltc1q/);
    expect(regtest?.addressAt(0)).toMatch(/^rltc1q/);
    expect(main?.scriptAt(0)).not.toBe(regtest?.scriptAt(0));
  });

  it('signs the same bytes for the same coins', () => {
    const sign = () =>
      createBitcoinWallet(SEED, COINS.bitcoin, 'main').sign(
        [{ txHash: '11'.repeat(32), output: 0, keyIndex: 2, units: 5_000n }],
        [{ script: '0014751e76e8199196d454941c45d1b3a323f1433bd6', units: 4_000n }],
      );
    expect(sign()).toEqual(sign());
  });
});

describe('createBitcoinAddresses', () => {
  /** Addresses and scripts of BIP-173 and BIP-350 */
  const VECTORS = [
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ] as const;

  it.each(VECTORS)('converts %s to its script and back', (address, script) => {
    const addresses = createBitcoinAddresses(COINS.bitcoin, 'main');
    expect(addresses.scriptOf(address)).toBe(script);
    expect(addresses.addressOf(script)).toBe(address);
  });

  it('rejects other coins, other chains, and payments into extension blocks', () => {
    const addresses = createBitcoinAddresses(COINS.litecoin, 'main');
    const wallets = [createBitcoinWallet(SEED, COINS.bitcoin, 'main'), createBitcoinWallet(SEED, COINS.litecoin, 'regtest')];
    for (const wallet of wallets) expect(addresses.scriptOf(wallet.addressAt(0))).toBeUndefined();
    expect(addresses.scriptOf(`ltcmweb1${'q'.repeat(90)}`)).toBeUndefined();
    expect(addresses.scriptOf('nowhere')).toBeUndefined();
    expect(addresses.addressOf('6a0548656c6c6f')).toBeNull();
  });

  it('knows the addresses of Bitcoin Cash, without the prefix and for tokens too, and no address of Bitcoin', () => {
    const addresses = createBitcoinAddresses(COINS.bitcoincash, 'main');
    const script = '76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac';
    // Of the specification of CashAddr, and of CHIP-2022-02-CashTokens
    const bare = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
    expect(addresses.scriptOf(`bitcoincash:${bare}`)).toBe(script);
    expect(addresses.scriptOf(bare)).toBe(script);
    expect(addresses.addressOf(script)).toBe(`bitcoincash:${bare}`);
    const hash = '76a04053bda0a88bda5177b86a15c3b29f559873';
    expect(addresses.addressOf(`a914${hash}87`)).toBe('bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq');
    const token = encodeCashAddress({ prefix: 'bitcoincash', type: 2, hash: Buffer.from(hash, 'hex') });
    expect(addresses.scriptOf(token)).toBe(script);
    for (const other of ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap']) {
      expect(addresses.scriptOf(other)).toBeUndefined();
    }
  });

  it.each(BITCOIN_FAMILIES)('pays every address of %s that orders accept, and no other one', (family) => {
    const network = [...catalogue.networks.values()].find((one) => one.family === family) ?? expect.fail();
    const addresses = createBitcoinAddresses(COINS[family], 'main');
    const { encoding } = COINS[family].chains.main;
    const accepted = new Set<number>();
    for (let round = 0; round < 12; round += 1) {
      for (const [form, address] of formsOf(encoding, round).entries()) {
        const isValid = validateAddress(network, instrumentOf(network), address).valid;
        const script = addresses.scriptOf(address);
        expect([address, isValid]).toEqual([address, script !== undefined]);
        if (script === undefined) continue;
        accepted.add(form);
        const shown = addresses.addressOf(script) ?? expect.fail(address);
        expect(sameAddress(network, shown, network, address)).toBe(true);
      }
    }
    expect(accepted.size).toBe('cashAddressPrefix' in encoding ? 24 : encoding.bech32 === 'none' ? 2 : 8);
  });

  it('accepts and names recipients by addresses of the real chain on a private one', () => {
    const main = createBitcoinWallet(SEED, COINS.litecoin, 'main');
    const addresses = createBitcoinAddresses(COINS.litecoin, 'regtest');
    expect(addresses.scriptOf(main.addressAt(0))).toBe(main.scriptAt(0));
    expect(addresses.payeeOf(main.scriptAt(0))).toBe(main.addressAt(0));
    expect(addresses.addressOf(main.scriptAt(0))).toMatch(/^rltc1/);
  });
});
