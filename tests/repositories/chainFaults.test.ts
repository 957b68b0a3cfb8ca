import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { addressIndex } from '../../server/common/addressIndex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, sum } from '../../contract/money.ts';
import type { Database } from '../../server/db/database.ts';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import { createEmbeddedChains, type EmbeddedChains } from '../../server/ports/chain/embedded/embeddedChains.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

const catalogue = loadCatalogue();
const UNTIL = 3;

describe.each(DATABASES)('faults of embedded networks on %s', (kind) => {
  let store: TestStore;
  let database: Database;
  let chains: EmbeddedChains;
  const open = (on: Database) =>
    createEmbeddedChains({
      store: createEmbeddedChainStore(on),
      catalogue,
      usdPrice: () => '2',
      speed: 60,
      treasuryUsd: '1000',
      now: () => 1_800_000_000_000,
    });
  const ethereum = (of = chains) => of.gateways.get('ethereum') ?? expect.fail('no ethereum');
  beforeAll(async () => {
    store = await createStore(kind);
    database = store.open();
    chains = open(database);
    await chains.prepare();
  });
  afterAll(async () => {
    await database.destroy();
    store.remove();
  });

  it('delay, drop and replace transactions', async () => {
    const { address } = await ethereum().addressAt(addressIndex(1));
    const { controls } = chains;
    const pay = () => controls.send({ instrumentSlug: 'eth', toAddress: address, memo: null, amount: '1.5' });
    const listTransfers = async () =>
      (await ethereum().incoming({ watched: [address], cursor: null, untilConfirmations: UNTIL })).transfers;
    await controls.breakNetwork('ethereum', 'stuck');
    await pay();
    await controls.mine('ethereum', 2);
    expect(await listTransfers()).toMatchObject([{ blockHeight: null }]);
    await controls.mend();
    await controls.mine('ethereum', 1);
    expect(await listTransfers()).toMatchObject([{ confirmations: 1, amount: '1.5' }]);
    expect(await controls.reorganise('ethereum', 1, 'doubleSpend')).toEqual({ transactions: 1 });
    expect(await listTransfers()).toEqual([]);
    const { txHash } = await pay();
    expect(await controls.replaceWaiting('ethereum', 'same')).toEqual({ transactions: 2 });
    await controls.mine('ethereum', 1);
    const [replaced] = await listTransfers();
    expect(replaced?.txHash).not.toBe(txHash);
    await controls.setFeeFactor('ethereum', '7');
    const { feeFactor } = (await controls.networks()).find(({ slug }) => slug === 'ethereum') ?? {};
    expect(feeFactor).toBe('7');
  });

  it('keep the total balance when sends and reorgs happen concurrently', async () => {
    const other = kind === 'PostgreSQL' ? store.open() : database;
    const processes = [chains, open(other)];
    const { address } = await ethereum().addressAt(addressIndex(9));
    const payments = Array.from({ length: 24 }, (_, number) =>
      ethereum(processes[number % 2]).send({
        idempotencyKey: `payment ${number}`,
        instrumentSlug: 'eth',
        fromIndex: TREASURY_INDEX,
        toAddress: address,
        memo: null,
        amount: '1',
      }),
    );
    const faults = Array.from({ length: 8 }, async (_, number) => {
      const { controls } = processes[number % 2] ?? chains;
      await controls.mine('ethereum', 1);
      await controls.reorganise('ethereum', 1, number % 2 ? 'vanish' : 'return');
      await controls.replaceWaiting('ethereum', 'same');
    });
    await Promise.allSettled([...payments, ...faults]);
    await chains.controls.mine('ethereum', 1);
    const rows = await database
      .selectFrom('chain_transfers')
      .selectAll()
      .where('network', '=', 'ethereum')
      .where('idempotency_key', 'is not', null)
      .execute();
    const spent = sum(rows.flatMap((row) => [row.amount, row.fee]));
    expect(add(await ethereum().balance(TREASURY_INDEX, 'eth'), spent)).toBe('500');
    expect(await ethereum().balance(addressIndex(9), 'eth')).toBe(String(rows.length));
    if (other !== database) await other.destroy();
  });
});
