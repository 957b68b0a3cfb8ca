import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { lockInTransaction } from '../../server/db/lockInTransaction.ts';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import { createEmbeddedChains } from '../../server/ports/chain/embedded/embeddedChains.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

const START = 1_800_000_000_000;
/** For whoever waits for a lock to begin waiting */
const SOON_MS = 200;

/** A network whose payments are final at once: what gets into a block that was read already is never seen. */
describe.each(DATABASES)('a payment that waits for others on %s', { timeout: 60_000 }, (kind) => {
  let store: TestStore;
  let database: Database;
  let now: number;
  beforeEach(async () => {
    now = START;
    store = await createStore(kind);
    database = store.open();
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
  });
  const open = async () => {
    const usdPrice = (): string => '2';
    const chains = createEmbeddedChains({
      store: createEmbeddedChainStore(database),
      catalogue: loadCatalogue(),
      usdPrice,
      speed: 60,
      now: () => now,
    });
    await chains.prepare();
    const ripple = chains.gateways.get('ripple');
    if (!ripple) throw new Error('no gateway of ripple');
    const { address, memo } = await ripple.addressAt(1);
    const read = (cursor: string | null) => ripple.incoming({ watched: [address], cursor, untilConfirmations: 1 });
    const pay = () => chains.controls.send({ instrumentSlug: 'xrp', toAddress: address, memo, amount: '1' });
    return { read, pay };
  };
  /** While somebody else pays on the network. */
  const meanwhile = async (work: () => Promise<void>): Promise<void> => {
    await database.transaction().execute(async (transaction) => {
      await lockInTransaction(transaction, 'embedded ripple');
      await work();
    });
  };

  it('gets into a block of the time when it is its turn', async () => {
    const { pay } = await open();
    let paying = Promise.resolve<unknown>(null);
    await meanwhile(async () => {
      paying = pay();
      await wait(SOON_MS);
      now += 600_000;
    });
    expect(await paying).toMatchObject({ confirmations: 0, sentAt: START + 600_000 });
  });

  it('is waited for by whoever reads the network', async () => {
    const { read } = await open();
    let hasRead = false;
    let reading = Promise.resolve();
    await meanwhile(async () => {
      reading = read(null).then(() => void (hasRead = true));
      await wait(SOON_MS);
      expect(hasRead).toBe(false);
    });
    await reading;
    expect(hasRead).toBe(true);
  });
});
