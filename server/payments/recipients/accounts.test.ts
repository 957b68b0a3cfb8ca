import { StrKey } from '@stellar/stellar-base';
import { Address as TonAddress } from '@ton/core';
import { blake2b } from '@noble/hashes/blake2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base58xmr, bech32, bech32m } from '@scure/base';
import * as fc from 'fast-check';
import { decodeAccountID, encodeXAddress } from 'ripple-address-codec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NETWORK_FAMILIES } from '../../../contract/schemas/instruments.ts';
import { decodeCashAddress, encodeCashAddress } from '../../instruments/addresses/bitcoinCash.ts';
import { hederaChecksum } from '../../instruments/addresses/hedera.ts';
import {
  addressFromDigest,
  normaliseAddress,
  sameAddress,
  sameRecipient,
  splitAddress,
  validateAddress,
} from '../../instruments/addresses/index.ts';
import { enteredAddress } from '../../instruments/enteredAddress.ts';
import type { Network } from '../../instruments/catalogue.ts';
import { addToBlacklist } from '../../operator/testing/acts.ts';
import { catalogue, startOrderHost, type OrderHost } from '../../orders/testing/orderHost.ts';
import { checkMemo } from '../../orders/calls/checks.ts';
import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { isClientBlacklisted } from './blacklist.ts';
import { isOwnAddress } from './ownAddresses.ts';

const networks = [...catalogue.networks.values()].filter(({ family }) => family !== 'fiat');
const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });
const NO_CHECKSUM: readonly Network['family'][] = ['solana', 'eos', 'near'];
const STAKE = new Uint8Array(28).fill(9);

function native(network: Network) {
  const instrument = catalogue.instruments.get(network.nativeInstrument);
  if (!instrument) throw new Error(`${network.slug} has no coin`);
  return instrument;
}

const upper = (address: string): string[] => [address.toUpperCase()];

/** Other spellings of an account, by the documents of each network. Families without an entry write an account in one way. */
const OTHER_SPELLINGS: Partial<Record<Network['family'], (address: string, network: Network) => string[]>> = {
  bitcoin: upper,
  litecoin: upper,
  cosmos: upper,
  evm: (address) => [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`],
  aptos: (address) => [`0x${address.slice(2).toUpperCase()}`],
  sui: (address) => [`0x${address.slice(2).toUpperCase()}`],
  hedera: (address) => [`${address}-${hederaChecksum(address)}`],
  zcash: (address) =>
    [bech32m.encode('tex', bech32m.toWords(base58.decode(address).subarray(2, 22)))].flatMap((tex) => [tex, tex.toUpperCase()]),
  bitcoincash(address) {
    const decoded = decodeCashAddress(address);
    if (decoded === undefined || decoded === 'bad_checksum') throw new Error(`${address} is no CashAddr`);
    const ofTokens = encodeCashAddress({ ...decoded, type: decoded.type + 2 });
    return [address, ofTokens].flatMap((whole) => [whole, whole.toUpperCase(), whole.slice('bitcoincash:'.length)]);
  },
  ripple: (address) =>
    [false, 0, 7, 2 ** 32 - 1].map((tag) => encodeXAddress(decodeAccountID(address), tag as number | false, false)),
  stellar: (address) =>
    [0n, 7n, 2n ** 64n - 1n].map((id) => {
      const bytes = Buffer.alloc(40);
      StrKey.decodeEd25519PublicKey(address).copy(bytes);
      bytes.writeBigUInt64BE(id, 32);
      return StrKey.encodeMed25519PublicKey(bytes);
    }),
  ton(address) {
    const { workChain, hash } = TonAddress.parse(address);
    const raw = `${workChain}:${hash.toString('hex')}`;
    const friendly = [true, false].flatMap((bounceable) =>
      [true, false].map((urlSafe) => new TonAddress(workChain, hash).toString({ bounceable, urlSafe })),
    );
    return [raw, raw.toUpperCase(), ...friendly];
  },
  cardano(address) {
    const credential = bech32.fromWords(bech32.decode(address as `${string}1${string}`, 150).words).slice(1);
    const withStake = [
      [0x01, ...credential, ...STAKE],
      [0x21, ...credential, ...STAKE],
      [0x41, ...credential, 0x81, 0x00, 0x02, 0x03],
    ].map((bytes) => bech32.encode('addr', bech32.toWords(Uint8Array.from(bytes)), 150));
    return [address, ...withStake].flatMap((one) => [one, one.toUpperCase()]);
  },
  // A prefix below 64 fits into one byte. Wallets also read it from two.
  polkadot(address, { addressPrefix }) {
    const key = base58.decode(address).subarray(1, 33);
    const body = concatBytes(Uint8Array.of(0x40 | (Number(addressPrefix) >> 2), (Number(addressPrefix) & 3) << 6), key);
    return [base58.encode(concatBytes(body, blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)))];
  },
  monero: (address) => [moneroOf(address, 19, [1, 2, 3, 4, 5, 6, 7, 8]), moneroOf(address, 19, [8, 7, 6, 5, 4, 3, 2, 1])],
};

/** An address of the keys in another one. 18: standard, 19: integrated, with a payment ID of eight bytes. */
function moneroOf(address: string, kind: number, paymentId: number[] = []): string {
  const payload = Uint8Array.from([kind, ...base58xmr.decode(address).subarray(1, 65), ...paymentId]);
  return base58xmr.encode(concatBytes(payload, keccak_256(payload).subarray(0, 4)));
}

function addressOf(network: Network, digest: Uint8Array): string {
  const address = addressFromDigest(network, digest);
  return network.family === 'monero' ? moneroOf(address, 18) : address;
}

/** All that we accept as one account: also any text that differs from an address in capital letters or a prefix only. */
function spellingsOf(network: Network, address: string): string[] {
  const named = [address, ...(OTHER_SPELLINGS[network.family]?.(address, network) ?? [])];
  const isAccepted = (text: string) => validateAddress(network, native(network), text, catalogue).valid;
  expect(named.filter((text) => !isAccepted(text))).toEqual([]);
  // Without a checksum, other capital letters are another account.
  const varied = NO_CHECKSUM.includes(network.family)
    ? []
    : named.flatMap((text) => [text.toLowerCase(), text.toUpperCase(), `${network.addressPrefix}:${text}`]);
  return [...new Set([...named, ...varied.filter(isAccepted)])];
}

test('knows all families', () => {
  expect(new Set(networks.map(({ family }) => family))).toEqual(new Set(NETWORK_FAMILIES.filter((family) => family !== 'fiat')));
});

describe.each(networks.map((network) => [network.slug, network] as const))('an account of %s', (_slug, network) => {
  test('has one normal form, which is an address of it without a routing number', () => {
    fc.assert(
      fc.property(digests, digests, (digest, other) => {
        const address = addressOf(network, digest);
        const forms = new Set(
          spellingsOf(network, address).map((text) => normaliseAddress(network, enteredAddress(network, text))),
        );
        expect(forms.size).toBe(1);
        const [form = ''] = forms;
        expect(validateAddress(network, native(network), form, catalogue)).toEqual({ valid: true });
        expect(normaliseAddress(network, form)).toBe(form);
        expect(splitAddress(network, form)).toEqual({ address: form, memo: null });
        const others = addressOf(network, other);
        fc.pre(others !== address);
        expect(sameAddress(network, address, network, others)).toBe(false);
      }),
      { numRuns: 10 },
    );
  });
});

describe('on all networks', () => {
  let host: OrderHost;
  beforeAll(async () => {
    const more = networks.map(({ slug }) => ({ slug, fee: '0.1', treasury: {} }));
    host = await startOrderHost({}, undefined, more);
  });
  afterAll(async () => await host.close());

  test.each(networks.map((network) => [network.slug, network] as const))(
    '%s: the blacklist knows an account by all its spellings',
    async (_slug, network) => {
      const spellings = spellingsOf(network, addressOf(network, new Uint8Array(32).fill(3)));
      const known = spellings.at(-1) ?? '';
      await addToBlacklist(host.context, { kind: 'ADDRESS', value: known });
      for (const address of spellings) {
        const isListed = await isClientBlacklisted(host.context, host.database, { addresses: [address], clientAddress: null });
        expect([address, isListed]).toEqual([address, true]);
      }
    },
  );

  test.each(networks.map((network) => [network.slug, network] as const))(
    '%s: knows its own treasury by all its spellings',
    async (_slug, network) => {
      const { address: treasury } = await host.chain(network.slug).addressAt(TREASURY_INDEX);
      // Nobody can tell which integrated addresses belong to a Monero subaddress: there are none.
      const spellings = network.family === 'monero' ? [treasury] : spellingsOf(network, treasury);
      for (const address of spellings)
        expect([address, await isOwnAddress(host.context, network, address)]).toEqual([address, true]);
    },
  );
});

describe('an address with a routing number', () => {
  const of = (slug: string): Network => {
    const network = catalogue.networks.get(slug);
    if (!network) throw new Error(`No network ${slug}`);
    return network;
  };
  // SEP-23.
  const ACCOUNT = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
  const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
  const TAGGED = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu';

  test.each([
    ['stellar', MUXED, { address: ACCOUNT, memo: '9223372036854775808' }],
    ['ripple', TAGGED, { address: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', memo: '1' }],
    ['ripple', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', { address: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', memo: null }],
    ['bitcoin', 'anything', { address: 'anything', memo: null }],
  ])('%s: %s is paid as an account with a memo', (slug, address, recipient) => {
    expect(splitAddress(of(slug), address)).toEqual(recipient);
    expect(sameRecipient(of(slug), { address, memo: null }, recipient)).toBe(true);
    expect(sameRecipient(of(slug), { address, memo: null }, { ...recipient, memo: '5' })).toBe(false);
  });

  test.each([
    ['stellar', MUXED, '9223372036854775808'],
    ['ripple', TAGGED, '1'],
  ])('%s: %s takes no second memo', (slug, address, memo) => {
    const side = { network: of(slug), instrument: native(of(slug)) };
    expect(() => checkMemo('refundAddressMemo', memo, address, side)).not.toThrow();
    expect(() => checkMemo('refundAddressMemo', '12345', address, side)).toThrow('The address contains a different');
  });

  test('of Monero is paid as it is, because the network has no memo', () => {
    const [integrated = '', other = ''] =
      OTHER_SPELLINGS.monero?.(addressOf(of('monero'), new Uint8Array(32).fill(3)), of('monero')) ?? [];
    expect(splitAddress(of('monero'), integrated)).toEqual({ address: integrated, memo: null });
    expect(sameAddress(of('monero'), integrated, of('monero'), other)).toBe(true);
    expect(sameRecipient(of('monero'), { address: integrated, memo: null }, { address: other, memo: null })).toBe(false);
  });

  test('is refused for an account that nobody has', () => {
    const blackHole = encodeXAddress(decodeAccountID('rrrrrrrrrrrrrrrrrrrrrhoLvTp'), 7, false);
    expect(validateAddress(of('ripple'), native(of('ripple')), blackHole)).toEqual({ valid: false, code: 'address_incorrect' });
  });
});
