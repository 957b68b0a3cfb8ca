import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { withoutConstraints } from '../../tests/support/withoutConstraints.ts';
import { createLogger } from '../common/log.ts';
import { createDatabaseSwitches } from '../health/databaseSwitches.ts';
import { createLiveSettings } from '../operator/settings/liveSettings.ts';
import { checkBooks, runOperator } from '../orders/testing/hostActions.ts';
import { makeOrder, readOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { isClientBlacklisted } from '../payments/recipients/blacklist.ts';
import { enterRecoveryEverywhere } from '../recovery/enterRecovery.ts';
import { readSignedRows } from '../guarantee/signedRows.ts';

const ACTS = [
  'set ORDER_MAXIMUM_USD 40000 less risk',
  'pause instrument eth send',
  'stop-payouts instrument usdttrc20 drained',
  'blacklist EMAIL Mallory@example.com',
  'threshold btc 2.50',
  'notice everything 2100-01-01T00:00:00Z Maintenance Обслуживание',
];
const TABLES = ['settings', 'switches', 'blacklist', 'reserve_thresholds', 'notices'] as const;

describe.each(DATABASES)('rows that operators’ acts explain, on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    for (const act of ACTS) await runOperator(host, ...act.split(' '));
  });
  afterEach(async () => await host.close());

  const alarms = async (): Promise<string[]> =>
    (await checkBooks(host, false)).differences.filter(({ severity }) => severity === 'ALARM').map(({ key }) => key);
  const inEffect = async () => {
    const log = createLogger('silent');
    const { pricing } = await createLiveSettings(host.context, {}, log);
    const switches = createDatabaseSwitches(host.context, log, host.context.now);
    await switches.read();
    const isListed = async (email: string) =>
      await isClientBlacklisted(host.context, host.database, { addresses: [], email, clientAddress: null });
    return {
      maximum: pricing.maximumUsd,
      fee: pricing.platformFeePercent,
      eth: switches.reasonFor('eth', 'ethereum', 'send'),
      btc: switches.reasonFor('btc', 'bitcoin', 'receive'),
      notices: switches.notices().map(({ texts }) => texts.en),
      listed: [await isListed('MALLORY@example.com'), await isListed('honest@example.com')],
      threshold: (await readSignedRows(host.context)).reserve_thresholds.get('btc')?.amount,
    };
  };
  const AS_OPERATORS_LEFT_IT = {
    maximum: '40000',
    fee: '0.5',
    eth: 'MAINTENANCE',
    btc: null,
    notices: ['Maintenance'],
    listed: [true, false],
    threshold: '2.50',
  };
  const write = async (statement: string) => void (await sql.raw(statement).execute(host.database));

  it('apply although somebody removed them, and an alarm names each', async () => {
    expect(await alarms()).toEqual([]);
    for (const table of TABLES) await host.database.deleteFrom(table).execute();
    expect(await inEffect()).toEqual(AS_OPERATORS_LEFT_IT);
    expect(await alarms()).toEqual([
      'row:settings ORDER_MAXIMUM_USD',
      'row:switches SEND INSTRUMENT eth',
      'row:switches PAYOUTS INSTRUMENT usdttrc20',
      'row:blacklist EMAIL mallory@example.com',
      'row:reserve_thresholds btc',
      'row:notices everything',
    ]);
    await runOperator(host, 'repair-rows');
    expect(await alarms()).toEqual([]);
    expect(await inEffect()).toEqual(AS_OPERATORS_LEFT_IT);
  });

  it('do not apply when somebody wrote or changed them, and an alarm names each', async () => {
    await write(`update settings set value = '90000', set_by = 'x'`);
    await write(`insert into settings (name, value, set_by, set_at) values ('PLATFORM_FEE_PERCENT', '9', 'x', 1)`);
    await write(`insert into switches (closes, target, slug, reason, set_by, set_at)
      values ('RECEIVE', 'INSTRUMENT', 'btc', 'MAINTENANCE', 'x', 1)`);
    await write(`insert into blacklist (kind, value, created_at) values ('EMAIL', 'honest@example.com', 1)`);
    await write(`update reserve_thresholds set amount = '0.1'`);
    await write(`update notices set texts = '{"en":"Pay to L","ru":"L"}'`);
    await write(`insert into approvals (id, act, input, digest, subject, effect, reason, requested_by, requested_at, state)
      values ('forged', 'release', '{}', 'ab', 'x', '{}', 'urgent', 1, 1, 'OPEN')`);
    expect(await inEffect()).toEqual(AS_OPERATORS_LEFT_IT);
    expect(await alarms()).toEqual([
      'row:settings ORDER_MAXIMUM_USD',
      'row:settings PLATFORM_FEE_PERCENT',
      'row:switches RECEIVE INSTRUMENT btc',
      'row:blacklist EMAIL honest@example.com',
      'row:reserve_thresholds btc',
      'row:notices everything',
      'row:approvals forged',
    ]);
    await runOperator(host, 'repair-rows');
    expect(await alarms()).toEqual([]);
  });

  it('end with the act that ends them', async () => {
    for (const act of [
      'unset ORDER_MAXIMUM_USD over',
      'resume instrument eth send',
      'resume-payouts instrument usdttrc20',
      'threshold btc none',
      'end-notice everything',
    ])
      await runOperator(host, ...act.split(' '));
    expect(await inEffect()).toMatchObject({ maximum: '50000', eth: null, notices: [], threshold: undefined });
    expect(await alarms()).toEqual([]);
  });

  it('follow an act that got the number of a removed forged one', async () => {
    const forged = { number: ACTS.length + 1, subject: 'settings', document: '{}', signature: 'ab', key_id: 'x' };
    await host.database.insertInto('operator_actions').values(forged).execute();
    expect(await inEffect()).toEqual(AS_OPERATORS_LEFT_IT);
    await withoutConstraints(host.database, async (database) => {
      await database.deleteFrom('operator_actions').where('number', '=', forged.number).execute();
    });
    await runOperator(host, 'set', 'ORDER_MAXIMUM_USD', '30000', 'less', 'again');
    expect(await inEffect()).toMatchObject({ maximum: '30000' });
  });

  it('follow an act whose number is smaller than that of a removed one', async () => {
    const forged = { number: 1_000, subject: 'settings', document: '{}', signature: 'ab', key_id: 'x' };
    await host.database.insertInto('operator_actions').values(forged).execute();
    await runOperator(host, 'set', 'ORDER_MAXIMUM_USD', '30000', 'less', 'again');
    expect(await inEffect()).toMatchObject({ maximum: '30000' });
    await withoutConstraints(host.database, async (database) => {
      await database.deleteFrom('operator_actions').where('number', '>=', forged.number).execute();
    });
    expect(await inEffect()).toMatchObject({ maximum: '30000' });
    await runOperator(host, 'set', 'ORDER_MAXIMUM_USD', '20000', 'less', 'again');
    expect(await inEffect()).toMatchObject({ maximum: '20000' });
  });

  it('include a stop of all payments unless the host itself set it with RECOVERY', async () => {
    const at = host.context.now();
    const stop = `insert into switches (closes, target, slug, reason, set_by, set_at)
      values ('PAYOUTS', 'EVERYTHING', '', 'x', 'x', ${at})`;
    await write(stop);
    expect(await alarms()).toEqual(['row:switches PAYOUTS EVERYTHING ']);
    await runOperator(host, 'repair-rows');
    expect(await alarms()).toEqual([]);

    const everywhere = { networks: ['dogecoin'], reason: 'MARK', stopReason: 'x', setBy: 'the host', at } as const;
    await host.database.transaction().execute(async (transaction) => await enterRecoveryEverywhere(transaction, everywhere));
    expect(await alarms()).toEqual([]);
  });

  it('forget an act whose transaction did not end', async () => {
    const other = await host.startSecondProcess();
    await runOperator(other, 'unset', 'ORDER_MAXIMUM_USD', 'over');
    await other.database.destroy();
    const newest = host.database
      .selectFrom('operator_actions')
      .selectAll()
      .where('number', '=', ACTS.length + 1);
    const act = await newest.executeTakeFirstOrThrow();
    await withoutConstraints(host.database, async (database) => {
      await database.deleteFrom('operator_actions').where('number', '=', act.number).execute();
    });
    const rolledBack = host.database.transaction().execute(async (transaction) => {
      await transaction.insertInto('operator_actions').values(act).execute();
      expect((await readSignedRows(host.context, transaction)).settings.size).toBe(0);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect((await inEffect()).maximum).toBe('40000');
    await runOperator(host, 'set', 'ORDER_MAXIMUM_USD', '30000', 'less', 'again');
    expect((await inEffect()).maximum).toBe('30000');
  });

  it('stop a payout although somebody removed the stop', async () => {
    const made = await makeOrder(host);
    await host.database.deleteFrom('switches').execute();
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    for (let round = 0; round < 4; round += 1) {
      host.chain('bitcoin').mine(3);
      await host.tick();
    }
    expect((await readOrder(host, made)).orderEvents.at(-1)?.kind).toBe('FUNDS_WITHDRAWAL_START');
    expect(host.chain('tron').receivedBy(made.destination)).toEqual([]);
    await runOperator(host, 'resume-payouts', 'instrument', 'usdttrc20');
    await host.tick(2);
    expect(host.chain('tron').receivedBy(made.destination)).toHaveLength(1);
  });
});
