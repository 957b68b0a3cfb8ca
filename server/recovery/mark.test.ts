import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { startCountedHostOn } from '../../tests/support/orderHosts.ts';
import { createLogger } from '../common/log.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { listRecoveries } from '../db/repositories/recovery/recoveries.ts';
import { readSendCount } from '../db/repositories/recovery/sendMark.ts';
import { insertVenue, listVenues } from '../db/repositories/venues/venues.ts';
import { countReceived, mineAndTick, readStatus } from '../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { createNoteSend, MARK_FILE, openMark, type Mark } from './mark.ts';
import { createRecoveryWatch } from './recoveryWatch.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mark-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (host = ''): string => join(folder, `${host}${MARK_FILE}`);
const stored = (host = ''): number => Number(readFileSync(pathOf(host), 'utf8'));

describe('the file of the mark', () => {
  test('keeps the highest count, also after a restart', async () => {
    const mark = await openMark(pathOf());
    expect(mark.value()).toBeNull();
    await Promise.all([mark.raise(3), mark.raise(12), mark.raise(7)]);
    await mark.raise(5);
    expect([mark.value(), stored(), (await openMark(pathOf())).value()]).toEqual([12, 12, 12]);
  });

  test('stops the start when it is damaged', async () => {
    writeFileSync(pathOf(), 'twelve');
    await expect(openMark(pathOf())).rejects.toThrow('is damaged');
  });
});

describe.each(oneDatabase(import.meta.filename))('the mark of a host on %s', (kind) => {
  let host: OrderHost;
  let mark: Mark;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
    mark = await openMark(pathOf());
    use(mark);
  });
  afterEach(async () => {
    await host.close();
  });

  const use = (used: Mark): void => void Object.assign(host.context, { noteSend: createNoteSend(used) });
  const watchOf = (used: Mark) => createRecoveryWatch({ ...host.context, mark: used, log: createLogger('silent') });
  const run = async (): Promise<void> => await mineAndTick(host, ['bitcoin', 'tron'], 5);
  const received = (): number => countReceived(host, 'tron', ADDRESSES.tron);
  const paid = async (): Promise<MadeOrder> => {
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    return made;
  };
  /** The books as they were when they were copied. */
  const restore = async (counter: number): Promise<void> => {
    await host.database.updateTable('send_mark').set({ counter }).execute();
  };
  const recoveries = async () => (await listRecoveries(host.database)).map(({ network, reason }) => `${network} ${reason}`);
  const ALL = ['bitcoin', 'bsc', 'ethereum', 'ripple', 'tron'].map((network) => `${network} MARK`);

  test('counts every payment, and puts all networks into RECOVERY when the books have counted less', async () => {
    await watchOf(mark).check();
    expect(stored()).toBe(0);
    const made = await paid();
    await run();
    // A payout and the sweep of its deposit.
    expect([await readStatus(host, made), stored(), await readSendCount(host.database)]).toEqual(['COMPLETED', 2, 2]);

    await insertVenue(host.database, 'embedded', 1);
    await restore(1);
    const forgotten = await paid();
    host.chain('bitcoin').mine(3);
    await host.tick(2);
    expect([received(), await findOutboxRow(host.database, `PAYOUT:${forgotten.order.orderId}`)]).toMatchObject([
      1,
      { state: 'REFUSED', reason: 'BOOKS_BEHIND' },
    ]);
    await watchOf(await openMark(pathOf())).check();
    expect(await recoveries()).toEqual(ALL);
    expect(await listVenues(host.database)).toMatchObject([{ recovery_since: host.context.now() }]);
    // Once operators have opened the networks and resumed payouts, payments leave.
    await host.database.deleteFrom('recoveries').execute();
    await host.database.deleteFrom('switches').execute();
    await watchOf(mark).check();
    expect(await recoveries()).toEqual([]);
    host.advanceClock(11 * 60_000);
    await run();
    expect([received(), stored()]).toEqual([2, await readSendCount(host.database)]);
  });

  test('of another host follows the books, so that it notices too', async () => {
    const other = await openMark(pathOf('other-'));
    await watchOf(other).check();
    await paid();
    await run();
    await watchOf(other).check();
    expect([stored('other-'), await recoveries()]).toEqual([2, []]);
    await restore(1);
    await watchOf(other).check();
    expect(await recoveries()).toEqual(ALL);
  });

  test('lets nothing be broadcast before it is on the disk', async () => {
    use({ value: () => null, raise: () => Promise.reject(new Error('the disk is full')) });
    const made = await paid();
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([0, 'PAYING_OUT']);
    use(mark);
    host.advanceClock(11 * 60_000);
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
  });
});
