import { addressIndex } from '../../server/common/addressIndex.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { lockInTransaction } from '../../server/db/lockInTransaction.ts';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import { createEmbeddedChains } from '../../server/ports/chain/embedded/embeddedChains.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

const START = 1_800_000_000_000;
/** Long enough for a blocked caller to start waiting for the lock */
const LOCK_WAIT_MS = 200;

/** On a network with instant finality a transfer in a block that was already scanned would be missed. */
describe.each(DATABASES)('a transfer that waits for the network lock on %s', (kind) => {
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
    const { address, memo } = await ripple.addressAt(addressIndex(1));
    const read = (cursor: string | null) => ripple.incoming({ watched: [address], cursor, untilConfirmations: 1 });
    const pay = () => chains.controls.send({ instrumentSlug: 'xrp', toAddress: address, memo, amount: '1' });
    return { read, pay };
  };
  /** Runs `work` while another process holds the lock of the network. */
  const whileLocked = async (work: () => Promise<void>): Promise<void> => {
    await database.transaction().execute(async (transaction) => {
      await lockInTransaction(transaction, 'embedded ripple');
      await work();
    });
  };

  it('gets the time at which it acquires the lock', async () => {
    const { pay } = await open();
    let paying = Promise.resolve<unknown>(null);
    await whileLocked(async () => {
      paying = pay();
      await wait(LOCK_WAIT_MS);
      now += 600_000;
    });
    expect(await paying).toMatchObject({ confirmations: 0, sentAt: START + 600_000 });
  });

  it('makes a scan of the network wait for the lock', async () => {
    const { read } = await open();
    let hasRead = false;
    let reading = Promise.resolve();
    await whileLocked(async () => {
      reading = read(null).then(() => void (hasRead = true));
      await wait(LOCK_WAIT_MS);
      expect(hasRead).toBe(false);
    });
    await reading;
    expect(hasRead).toBe(true);
  });
});
