import { addressIndex } from '../../../common/addressIndex.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../db/database.ts';
import { createEmbeddedChainStore } from '../../../db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { createEmbeddedChains } from './embeddedChains.ts';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';

const catalogue = loadCatalogue();
const START = 1_800_000_000_000;

let database: Database;
beforeEach(async () => {
  database = await openMemoryDatabase();
  return () => database.destroy();
});

async function prepared() {
  const chains = createEmbeddedChains({
    store: createEmbeddedChainStore(database),
    stored: await createEmbeddedChainStore(database).listNetworks(),
    catalogue,
    usdPrice: () => '2',
    speed: 60,
    seed: 'seed',
    now: () => START,
  });
  await chains.prepare();
  const gatewayOf = (slug: string) => chains.gateways.get(slug) ?? expect.fail(slug);
  return {
    gatewayOf,
    controls: chains.controls,
    addressOf: async (slug: string, index: number) => (await gatewayOf(slug).addressAt(addressIndex(index))).address,
  };
}

describe('the addresses of embedded networks', () => {
  it.each([TREASURY_INDEX, 1, 7])('are the same on all EVM networks at index %i, as with one real key', async (index) => {
    const { addressOf } = await prepared();
    const evm = [...catalogue.networks.values()].filter(({ family }) => family === 'evm');
    expect(new Set(await Promise.all(evm.map(({ slug }) => addressOf(slug, index)))).size).toBe(1);
    expect(await addressOf('cosmoshub', index)).not.toBe(await addressOf('osmosis', index));
  });

  it('keep their realm on a network of an older database, because they hold money', async () => {
    const before = { base_height: 1, base_at: START, block_ms: 250, mode: 'up', address_realm: 'OWN' } as const;
    await createEmbeddedChainStore(database).insertNetwork({ network: 'bsc', ...before });
    const { gatewayOf, addressOf } = await prepared();
    expect(await addressOf('bsc', 1)).toBe('0x42c1B5AE88E4FD52967EC0040672B3492000AaFb');
    expect(await addressOf('ethereum', 1)).toBe(await addressOf('polygon', 1));
    // The treasury keeps its address.
    const funds = await gatewayOf('bsc').balance(TREASURY_INDEX, 'bnb');
    expect(funds).toBe('2500000');
    const sent = await gatewayOf('bsc').send({
      idempotencyKey: 'one',
      instrumentSlug: 'bnb',
      fromIndex: TREASURY_INDEX,
      toAddress: await addressOf('bsc', 1),
      memo: null,
      amount: '1',
    });
    expect(sent.txHash).toMatch(/^0x/);
  });
});

describe('the deposits of an embedded network of coins', () => {
  const before = { base_height: 1, base_at: START, block_ms: 250, mode: 'up', address_realm: 'FAMILY' } as const;

  it('stay at addresses of their own in a database from before pooled networks, because they hold money', async () => {
    await createEmbeddedChainStore(database).insertNetwork({ network: 'bitcoin', ...before });
    const { gatewayOf, addressOf, controls } = await prepared();
    const bitcoin = gatewayOf('bitcoin');
    expect(bitcoin.depositsAt).toBe('ADDRESS');
    expect(bitcoin.sendMany).toBeUndefined();
    const [deposit, treasury] = [await addressOf('bitcoin', 1), await addressOf('bitcoin', TREASURY_INDEX)];
    await controls.send({ instrumentSlug: 'btc', toAddress: deposit, memo: null, amount: '3' });
    await controls.mine('bitcoin', 1);
    expect(await bitcoin.balance(addressIndex(1), 'btc')).toBe('3');
    const sweep = { idempotencyKey: 'sweep', instrumentSlug: 'btc', fromIndex: addressIndex(1), memo: null, amount: '2' };
    await bitcoin.send({ ...sweep, toAddress: treasury });
    // A network that the database does not have yet is as the real one.
    expect(gatewayOf('litecoin').depositsAt).toBe('TREASURY');
  });

  it('can’t be read without what the database says about them', async () => {
    await createEmbeddedChainStore(database).insertNetwork({ network: 'bitcoin', ...before });
    const chains = createEmbeddedChains({
      store: createEmbeddedChainStore(database),
      catalogue,
      usdPrice: () => '2',
      speed: 60,
      now: () => START,
    });
    await expect(chains.gateways.get('bitcoin')?.balance(addressIndex(1), 'btc')).rejects.toThrow('opened without its state');
  });
});
