import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES, rulesOn } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { withoutConstraints } from '../../tests/support/withoutConstraints.ts';
import type { Database } from '../db/database.ts';
import { createCheckpoints } from '../operator/acts/checkpoints.ts';
import { checkBooks, runOperator } from '../orders/testing/hostActions.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';

const HOUR_MS = 3_600_000;

/** What a removed act of a pause leaves: nothing explains its switches any more (D79). */
const UNEXPLAINED = ['row:switches SEND INSTRUMENT eth', 'row:switches RECEIVE INSTRUMENT eth'];

describe.each(DATABASES)('checkpoints of the record of acts on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  let checkpoints: ReturnType<typeof createCheckpoints>;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    checkpoints = createCheckpoints(host.context);
  });
  afterEach(async () => await host.close());

  const act = async (coin: string) => await runOperator(host, 'pause', 'instrument', coin);
  const signLater = async (by = checkpoints) => {
    host.advanceClock(HOUR_MS);
    await by.sign();
  };
  const numbers = async () =>
    (await host.database.selectFrom('action_checkpoints').select('number').orderBy('number').execute()).map(
      ({ number }) => number,
    );
  const alarms = async (): Promise<string[]> =>
    (await checkBooks(host, false)).differences.filter(({ severity }) => severity === 'ALARM').map(({ key }) => key);
  const tamper = async (change: (database: Database) => Promise<unknown>): Promise<void> =>
    await withoutConstraints(host.database, change);
  const removeActs = async (from: number) =>
    await tamper((database) => database.deleteFrom('operator_actions').where('number', '>=', from).execute());

  test('are signed once an hour, by one of the processes', async () => {
    const other = createCheckpoints(host.context);
    await checkpoints.sign();
    await act('btc');
    await Promise.all([checkpoints.sign(), other.sign()]);
    expect(await numbers()).toEqual([1]);
    await signLater();
    await other.sign();
    await signLater(other);
    expect(await numbers()).toEqual([1, 2, 3]);
    expect(await alarms()).toEqual([]);
  });

  rule('show that the newest acts were removed, or written again', async () => {
    for (const coin of ['btc', 'eth']) await act(coin);
    await checkpoints.sign();
    await removeActs(2);
    expect(await alarms()).toEqual(['checkpoint:1', ...UNEXPLAINED]);
    // The next act takes the number of the removed one, and continues the chain: only the checkpoint knows better.
    await act('xrp');
    expect(await alarms()).toEqual(['checkpoint:1', ...UNEXPLAINED]);
  });

  rule('show that the newest acts were removed together with their checkpoint', async () => {
    await act('btc');
    await checkpoints.sign();
    await act('eth');
    await signLater();
    await removeActs(2);
    await tamper((database) => database.deleteFrom('action_checkpoints').where('number', '=', 2).execute());
    expect(await alarms()).toEqual(UNEXPLAINED);
    await signLater();
    expect(await numbers()).toEqual([1, 3]);
    expect(await alarms()).toEqual(['checkpoint:2', ...UNEXPLAINED]);
  });

  rule('can not be changed, and raise an alarm when somebody did', async () => {
    await act('btc');
    await checkpoints.sign();
    await signLater();
    await expect(host.database.deleteFrom('action_checkpoints').execute()).rejects.toThrow('append only');
    const row = await host.database.selectFrom('action_checkpoints').selectAll().orderBy('number').executeTakeFirstOrThrow();
    const document = row.document.replace('"actions":"1"', '"actions":"0"');
    expect(document).not.toBe(row.document);
    await tamper((database) => database.updateTable('action_checkpoints').set({ document }).where('number', '=', 1).execute());
    expect(await alarms()).toEqual(['checkpoint:1', 'checkpoint:2']);
  });
});
