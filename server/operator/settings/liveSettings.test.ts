import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES, rulesOn } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { createLogger } from '../../common/log.ts';
import { listActions } from '../acts/audit.ts';
import { planAct, runAct } from '../acts/runAct.ts';
import { runOperatorCommand } from '../cli/runOperatorCommand.ts';
import { startOrderHost, type OrderHost } from '../../orders/testing/orderHost.ts';
import { writeSetting } from '../../db/repositories/settings.ts';
import { SETTINGS, type Setting } from '../../settings/settingTable.ts';
import { addCustomer } from '../../withdrawals/testing/withdrawalHost.ts';
import { createLiveSettings } from './liveSettings.ts';

const ACTOR = { systemUser: 'olga' };
const log = createLogger('silent');

describe.each(DATABASES)('settings on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  const say = async (words: string) => await runOperatorCommand({ ...host.context, operatorFile: '' }, words.split(' '));

  test('take effect on every running host, before the environment, and end with it again', async () => {
    const first = await createLiveSettings(host.context, { PLATFORM_FEE_PERCENT: '0.7' }, log);
    const second = await createLiveSettings(host.context, {}, log);
    const fees = () => [first, second].map(({ pricing }) => pricing.platformFeePercent);
    expect(fees()).toEqual(['0.7', '0.5']);

    expect(await say('set PLATFORM_FEE_PERCENT 0.4 cheaper this week')).toContain('PLATFORM_FEE_PERCENT is 0.4 now; it was 0.5.');
    expect(fees()).toEqual(['0.7', '0.5']);
    await Promise.all([first.read(), second.read()]);
    expect(fees()).toEqual(['0.4', '0.4']);
    expect(first.differences()).toEqual([{ name: 'PLATFORM_FEE_PERCENT', value: '0.4', otherwise: '0.7' }]);
    expect(await say('settings')).toMatch(/^PLATFORM_FEE_PERCENT = 0.4 % \(set by olga|PLATFORM_FEE_PERCENT = 0.4 % \(set by /);
    // A host that starts later begins with it.
    expect((await createLiveSettings(host.context, {}, log)).pricing.platformFeePercent).toBe('0.4');

    expect(await say('unset PLATFORM_FEE_PERCENT the week is over')).toContain('is 0.5 again; it was 0.4.');
    await Promise.all([first.read(), second.read()]);
    expect(fees()).toEqual(['0.7', '0.5']);
    const history = await listActions(host.context, { limit: 9 });
    expect(history.map(({ act, effect, reason }) => ({ act, effect, reason }))).toEqual([
      {
        act: 'set',
        effect: { name: 'PLATFORM_FEE_PERCENT', before: '0.4', after: '0.5', isUnset: true },
        reason: 'the week is over',
      },
      {
        act: 'set',
        effect: { name: 'PLATFORM_FEE_PERCENT', before: '0.5', after: '0.4', isUnset: false },
        reason: 'cheaper this week',
      },
    ]);
  });

  test('can’t be valid alone and invalid together', async () => {
    const changes = [
      { name: 'REFERRER_SHARE_PERCENT', value: '80', reason: 'more for referrers' },
      { name: 'CASHBACK_LEVELS', value: '0:5,10000:10,50000:15,250000:60', reason: 'more for customers' },
    ];
    const planned = await Promise.all(changes.map((input) => planAct(host.context, ACTOR, 'set', input)));
    const done = await Promise.allSettled(
      changes.map(async (input, index) => {
        const plan = planned[index];
        if (!plan || 'refused' in plan) throw new Error('not planned');
        return await runAct(host.context, ACTOR, 'set', input, plan.digest);
      }),
    );
    expect(done.filter((one) => one.status === 'fulfilled' && !('refused' in one.value))).toHaveLength(1);
    await expect(createLiveSettings(host.context, {}, log)).resolves.toMatchObject({});
  });

  rule('are mailed to every operator, and to no customer', async () => {
    const operator = await addCustomer(host.database, host.context.now());
    await addCustomer(host.database, host.context.now());
    await host.database
      .updateTable('users')
      .set({ operator_scopes: '["orders.read"]' })
      .where('id', '=', operator.userId)
      .execute();
    await say('set ORDER_MAXIMUM_USD 40000 less risk');
    const mails = await host.database.selectFrom('account_mails').select(['user_id', 'kind', 'data']).execute();
    expect(mails.map(({ data, ...mail }) => ({ ...mail, data: JSON.parse(data) as object }))).toMatchObject([
      {
        user_id: operator.userId,
        kind: 'SETTING_CHANGED',
        data: { name: 'ORDER_MAXIMUM_USD', before: '50000', after: '40000', reason: 'less risk' },
      },
    ]);
  });

  rule('that contradict a host’s own environment leave its last values in effect, and stop its next start', async () => {
    const environment = { REFERRER_SHARE_PERCENT: '70' };
    const running = await createLiveSettings(host.context, environment, log);
    await say('set CASHBACK_LEVELS 0:5,10000:10,50000:15,250000:60 another host knows nothing of 70');
    await expect(running.read()).rejects.toThrow('at most 100 % of the fee');
    expect(running.affiliateRules.cashbackLevels.at(-1)?.percent).toBe('20');
    await expect(createLiveSettings(host.context, environment, log)).rejects.toThrow('npm run operator -- unset NAME');
  });
});

test('that no operator set never take effect, and a host starts in spite of them (D79)', async () => {
  for (const setting of Object.values<Setting>(SETTINGS))
    if ('least' in setting) expect([setting.text, setting.operators ?? setting.most]).not.toEqual([setting.text, '1000000000']);
  const host = await startOrderHost();
  const running = await createLiveSettings(host.context, { WITHDRAWAL_WAIT_SECONDS: '0' }, log);
  await writeSetting(host.database, { name: 'PLATFORM_FEE_PERCENT', value: '9', set_by: 'customer 1', set_at: 1 });
  await running.read();
  const later = await createLiveSettings(host.context, {}, log);
  expect([running, later].map(({ pricing }) => pricing.platformFeePercent)).toEqual(['0.5', '0.5']);
  // The environment may.
  expect(running.withdrawalRules.waitMs).toBe(0);
  await host.close();
});

test('refuse values that lose money or close the host, and say why', async () => {
  const host = await startOrderHost();
  const say = async (words: string) => await runOperatorCommand({ ...host.context, operatorFile: '' }, words.split(' '));
  const REFUSED = [
    ['FEE 1', 'there is no setting FEE'],
    ['PLATFORM_FEE_PERCENT 50', 'must be from 0 to 10, not 50'],
    ['PLATFORM_FEE_PERCENT -0.1', 'must be a plain decimal'],
    ['FIXED_RATE_PREMIUM_DEVIATIONS 0.5', 'a fixed rate would cost less than it is worth'],
    ['REFERRER_SHARE_PERCENT 81', 'together must be at most 100 % of the fee'],
    ['CASHBACK_LEVELS 0:5,10000:10,50000:15,250000:61', 'together must be at most 100 % of the fee'],
    ['CASHBACK_LEVELS 0:5,10000:10', 'must be 4 levels'],
    ['ORDER_MINIMUM_USD 60000', 'ORDER_MINIMUM_USD (60000) must be at most DEFAULT_AMOUNT_USD (500)'],
    ['ORDER_MAXIMUM_USD 5', 'must be at most ORDER_MAXIMUM_USD (5)'],
    ['PAYOUT_CAP_PER_ORDER_USD 0', 'every payment would wait for an operator'],
    ['PAYOUT_CAP_PER_ORDER_USD 5', 'every payment would wait for an operator'],
    ['PAYOUT_CAP_PER_ORDER_USD 1000001', 'must be at most PAYOUT_CAP_PER_HOUR_USD'],
    ['UNPAID_RESERVE_PER_CLIENT_PERCENT 21', 'one client could hold what all clients share'],
    ['NETWORK_FEE_SHARE_PERCENT 60', 'must be from 1 to 50'],
    ['PLATFORM_FEE_PERCENT 0', 'Operators can set PLATFORM_FEE_PERCENT from 0.05 to 5, not 0'],
    ['WITHDRAWAL_WAIT_SECONDS 0', 'from 600 to 604800'],
    ['MINIMUM_WITHDRAWAL_USDT 0', 'from 1 to 1000'],
    ['PAYOUT_CAP_TOTAL_PER_DAY_USD 1000000000', 'from 1 to 100000000'],
    ['EMAIL_CONFIRMATION C', 'must be one of A, B, D'],
  ] as const;
  for (const [words, why] of REFUSED) expect(await say(`set ${words} because`)).toContain(why);
  expect(await say('set PLATFORM_FEE_PERCENT 0.4')).toContain('set <NAME> <value> <reason>');
  expect(await listActions(host.context, { limit: 9 })).toEqual([]);
  expect((await createLiveSettings(host.context, {}, log)).differences()).toEqual([]);
  await host.close();
});
