import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { withoutConstraints } from '../../tests/support/withoutConstraints.ts';
import type { Database } from '../db/database.ts';
import { checkBooks, runOperator } from '../orders/testing/hostActions.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';

describe.each(oneDatabase(import.meta.filename))('the record of operators’ acts on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    for (const coin of ['btc', 'eth', 'xrp']) await runOperator(host, 'pause', 'instrument', coin);
  });
  afterEach(async () => {
    await host.close();
  });

  const alarms = async (): Promise<string[]> =>
    (await checkBooks(host, false)).differences.filter(({ severity }) => severity === 'ALARM').map(({ key }) => key);
  const tamper = async (change: (database: Database) => Promise<unknown>): Promise<void> =>
    await withoutConstraints(host.database, change);
  const rows = async () => await host.database.selectFrom('operator_actions').selectAll().orderBy('number').execute();

  it('is correct as the acts write it', async () => {
    expect(await rows()).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3 }]);
    expect(await alarms()).toEqual([]);
  });

  it('can not be changed or deleted', async () => {
    const changes = [
      host.database.updateTable('operator_actions').set({ subject: 'x' }),
      host.database.deleteFrom('operator_actions'),
    ];
    for (const change of changes) await expect(change.execute()).rejects.toThrow('append only');
  });

  it.each([1, 2, 3])('raises an alarm when row %i was changed', async (number) => {
    const row = (await rows()).find((one) => one.number === number) ?? expect.fail('no row');
    const document = row.document.replace('MAINTENANCE', 'NO_RESERVE');
    expect(document).not.toBe(row.document);
    await tamper((database) => database.updateTable('operator_actions').set({ document }).where('number', '=', number).execute());
    // The next row still names the hash of what was there.
    expect((await alarms()).filter((key) => key.startsWith('act'))).toEqual(
      number === 3 ? ['act:3'] : [`act:${number}`, `act:${number + 1}`],
    );
  });

  it('raises an alarm when the subject of a row was changed', async () => {
    await tamper((database) =>
      database.updateTable('operator_actions').set({ subject: 'instrument eth' }).where('number', '=', 1).execute(),
    );
    expect(await alarms()).toEqual(['act:1']);
  });

  it('raises an alarm when rows are missing, until they are restored', async () => {
    const [first, second] = await rows();
    if (!first || !second) expect.fail('no rows');
    await tamper((database) => database.deleteFrom('operator_actions').where('number', '<', 3).execute());
    expect(await alarms()).toEqual(['act:1']);
    await tamper((database) => database.insertInto('operator_actions').values([first, second]).execute());
    expect(await alarms()).toEqual([]);
  });

  it('raises an alarm when an operator has a scope that no act granted', async () => {
    const now = host.context.now();
    const protectedUser = sampleUser({ id: 7, email_confirmed_at: now, has_second_factor: 1 }, now);
    await host.database.insertInto('users').values(protectedUser).execute();
    await runOperator(host, 'grant', '7', 'treasury');
    expect(await alarms()).toEqual([]);
    await host.database.updateTable('users').set({ operator_scopes: '["treasury","settings"]' }).execute();
    expect(await alarms()).toEqual(['operator:7']);
    await runOperator(host, 'revoke', '7');
    expect(await alarms()).toEqual([]);
    await host.database.updateTable('users').set({ operator_scopes: '["treasury"]' }).execute();
    expect(await alarms()).toEqual(['operator:7']);
  });

  it('raises an alarm when another signed row was put in the place of one', async () => {
    const [, second] = await rows();
    const { number: _number, ...copy } = second ?? expect.fail('no row');
    await tamper((database) => database.updateTable('operator_actions').set(copy).where('number', '=', 1).execute());
    expect(await alarms()).toEqual(['act:1', 'act:2']);
  });
});
