import { expect, test } from 'vitest';
import type { Audit, AuditInput } from '../../../contract/console/books.ts';
import { createCheckpoints } from '../../operator/acts/checkpoints.ts';
import { listActions } from '../../operator/acts/audit.ts';
import { runOperator } from '../../orders/testing/hostActions.ts';
import { startConsoleHost } from './testing.ts';

const DAY_MS = 24 * 3_600_000;

test('finds acts by day, operator, kind and subject, and records who took them as a file', async () => {
  const site = await startConsoleHost('SQLite');
  const { host } = site;
  const pause = async (coin: string) => await runOperator(host, 'pause', 'instrument', coin);
  await pause('btc');
  host.advanceClock(DAY_MS);
  await pause('eth');
  await runOperator(host, 'resume', 'instrument', 'eth');
  host.advanceClock(DAY_MS);
  await pause('xrp');
  await createCheckpoints(host.context).sign();
  const [olga, piet] = [await site.addOperator('settings'), await site.addOperator('customers')];
  await site.perform(olga, 'set', { name: 'PLATFORM_FEE_PERCENT', value: '0.4', reason: 'cheaper' });

  const read = async (input: AuditInput, { headers } = olga) =>
    (await site.call('audit', headers, input)).body as unknown as Audit;
  const numbers = async (input: AuditInput) => (await read(input)).entries.map(({ number }) => number);
  const dayOf = (days: number) => new Date(Date.UTC(2026, 10, 20 + days)).toISOString().slice(0, 10);
  expect(await numbers({})).toEqual([5, 4, 3, 2, 1]);
  expect(await Promise.all([-1, 0, 1, 2, 3].map(async (days) => await numbers({ day: dayOf(days) })))).toEqual([
    [],
    [1],
    [3, 2],
    [5, 4],
    [],
  ]);
  expect(await numbers({ actor: `customer ${olga.userId}` })).toEqual([5]);
  expect(await numbers({ act: 'pause', day: dayOf(1) })).toEqual([2]);
  expect(await numbers({ subject: 'instrument eth', before: '3' })).toEqual([2]);
  const at = new Date(host.context.now()).toISOString().slice(0, 10);
  expect(await read({})).toMatchObject({ count: 5, faults: [], checkedAt: null, checkpointAt: expect.stringContaining(at) });
  const [newest, before] = (await read({})).entries;
  expect(newest?.previous).toBe(before?.hash);

  const answer = await site.call('exportAudit', olga.headers, { day: dayOf(1) });
  const [heading, ...rows] = String(answer.body['text']).trim().split('\r\n');
  expect(heading).toContain('number,at,actor,act,subject,reason,effect,asked by,hash');
  expect(rows.map((row) => row.split(',').slice(3, 5))).toEqual([
    ['resume', 'instrument eth'],
    ['pause', 'instrument eth'],
  ]);
  expect(await listActions(host.context, { limit: 1 })).toMatchObject([
    { act: 'export', subject: 'audit', actor: { userId: olga.userId }, effect: { day: dayOf(1), rows: 2 } },
  ]);
  // Who sees only the own acts takes only them.
  expect((await read({}, piet)).entries).toEqual([]);
  expect(
    String((await site.call('exportAudit', piet.headers, {})).body['text'])
      .trim()
      .split('\r\n'),
  ).toHaveLength(1);
  await site.close();
});
