import { afterEach, expect, test } from 'vitest';
import { listRows } from '../../db/repositories/operatorActions.ts';
import type { OrderHost } from '../../orders/testing/orderHost.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { runOperatorCommand } from '../cli/runOperatorCommand.ts';

let host: OrderHost;
afterEach(async () => await host.close());

test.each(['SQLite', 'PostgreSQL'] as const)('sets, replaces and removes the threshold of a reserve on %s', async (name) => {
  host = await startOrderHostOn(name);
  const say = (words: string) => runOperatorCommand({ ...host.context, operatorFile: '' }, words.split(' '), 'anna');
  expect(await say('threshold eth 10')).toContain('below 10.');
  expect(await say('threshold eth 2.5')).toContain('below 2.5.');
  expect(await listRows(host.database, 'reserve_thresholds')).toMatchObject([
    { instrument: 'eth', amount: '2.5', set_by: 'anna' },
  ]);
  expect(await say('threshold nothing 1')).toContain('no coin nothing');
  for (const words of ['threshold eth -1', 'threshold eth 0', 'threshold eth 1e3'])
    expect(await say(words)).toContain('not an amount');
  expect(await say('threshold eth 1 more')).toContain('Usage:');
  expect(await say('threshold eth none')).toContain('No alert');
  expect(await say('threshold eth none')).toContain('has no threshold');
  expect(await listRows(host.database, 'reserve_thresholds')).toEqual([]);
});
