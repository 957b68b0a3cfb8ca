import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBaseUnits, subtract, toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { NETWORK_FAMILIES } from '../../../../contract/schemas/instruments.ts';
import type { Database } from '../../../db/database.ts';
import { createEmbeddedChainStore } from '../../../db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { BelowLeastPaymentError, ChainRefusedError, ChainUnavailableError, type ChainGateway } from '../chainGateway.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { deriveAddress } from './derivation.ts';
import { createEmbeddedChains, type EmbeddedChains } from './embeddedChains.ts';

const catalogue = loadCatalogue();
const networks = [...catalogue.networks.values()].filter(({ family }) => family !== 'fiat');

/** The least to an address that holds nothing, by network. On all others every amount arrives. Addresses of the networks are P2WPKH or P2PKH. */
const LEAST: Readonly<Record<string, Decimal>> = {
  bitcoin: '0.00000294',
  litecoin: '0.0000294',
  dogecoin: '0.010192',
  dash: '0.00000546',
  bitcoincash: '0.00000546',
  zcash: '0.00000054',
  ripple: '1',
  stellar: '1',
  solana: '0.00089088',
  polkadot: '0.01',
  kusama: '0.000003333333',
  algorand: '0.1',
  cardano: '0.96975',
};

let database: Database;
let chains: EmbeddedChains;
beforeAll(async () => {
  database = await openMemoryDatabase();
  const store = createEmbeddedChainStore(database);
  chains = createEmbeddedChains({ store, catalogue, usdPrice: () => '2', speed: 60, now: () => 1_800_000_000_000 });
  await chains.prepare();
});
afterAll(async () => {
  await database.destroy();
});

function gatewayOf(slug: string): ChainGateway {
  return chains.gateways.get(slug) ?? expect.fail(`no gateway of ${slug}`);
}

let number = 0;
async function send(slug: string, instrumentSlug: string, toAddress: string, amount: Decimal): Promise<unknown> {
  const idempotencyKey = `payment ${(number += 1)}`;
  return await gatewayOf(slug).send({
    idempotencyKey,
    instrumentSlug,
    fromIndex: TREASURY_INDEX,
    toAddress,
    memo: null,
    amount,
  });
}

test('covers all families', () => {
  expect(new Set(networks.map(({ family }) => family))).toEqual(new Set(NETWORK_FAMILIES.filter((family) => family !== 'fiat')));
});

describe.each(networks.map((network) => [network.slug, network] as const))('%s (D78)', (slug, network) => {
  const native = network.nativeInstrument;
  const { decimals = 0 } = catalogue.instruments.get(native) ?? {};
  const unit = fromBaseUnits(1n, decimals);

  test('delivers its least payment to a new address, and refuses less', async () => {
    const address = deriveAddress('a stranger', network, 1);
    const gateway = gatewayOf(slug);
    const least = (await gateway.leastPayment?.(native, address)) ?? '0';
    expect(least).toBe(LEAST[slug] ?? '0');
    if (toBaseUnits(least, decimals) > 0n) {
      const less = subtract(least, unit);
      await expect(send(slug, native, address, less)).rejects.toThrow(BelowLeastPaymentError);
      const payment = { instrumentSlug: native, toAddress: address, memo: null, amount: less };
      await expect(chains.controls.send(payment)).rejects.toThrow('BELOW_LEAST_PAYMENT');
    }
    await expect(send(slug, native, address, least === '0' ? unit : least)).resolves.toBeDefined();
  });
});

test.each(['ripple', 'stellar', 'solana', 'polkadot', 'kusama', 'algorand'])(
  '%s asks for nothing where an account exists',
  async (slug) => {
    const network = catalogue.networks.get(slug) ?? expect.fail(slug);
    const address = deriveAddress('a stranger', network, 2);
    await send(slug, network.nativeInstrument, address, '1');
    expect(await gatewayOf(slug).leastPayment?.(network.nativeInstrument, address)).toBe('0');
    await expect(send(slug, network.nativeInstrument, address, '0.000001')).resolves.toBeDefined();
  },
);

test.each([
  ['stellar', 'usdcxlm'],
  ['algorand', 'usdcalgo'],
])('%s delivers %s only to an account', async (slug, token) => {
  const network = catalogue.networks.get(slug) ?? expect.fail(slug);
  const address = deriveAddress('a stranger', network, 3);
  await expect(gatewayOf(slug).leastPayment?.(token, address)).rejects.toThrow(ChainRefusedError);
  await expect(send(slug, token, address, '5')).rejects.toThrow(ChainRefusedError);
  await send(slug, network.nativeInstrument, address, '1');
  expect(await gatewayOf(slug).leastPayment?.(token, address)).toBe('0');
  await expect(send(slug, token, address, '5')).resolves.toBeDefined();
});

test('names dust by the form of the address, without a node', async () => {
  const least = async (address: string | null) => await gatewayOf('bitcoin').leastPayment?.('btc', address);
  await chains.controls.breakNetwork('bitcoin', 'down');
  expect(await least('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('0.00000294');
  expect(await least('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe('0.00000546');
  expect(await least('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')).toBe('0.0000054');
  expect(await least('bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297')).toBe('0.0000033');
  expect(await least(null)).toBe('0.00000294');
});

test('does not guess whether an account exists while no node answers', async () => {
  await chains.controls.breakNetwork('ripple', 'down');
  const network = catalogue.networks.get('ripple') ?? expect.fail();
  await expect(gatewayOf('ripple').leastPayment?.('xrp', deriveAddress('a stranger', network, 4))).rejects.toThrow(
    ChainUnavailableError,
  );
});
