import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCountedHostOn } from '../../../tests/support/orderHosts.ts';
import { createLogger } from '../../common/log.ts';
import { listRecoveries } from '../../db/repositories/recovery/recoveries.ts';
import { checkBooks, runOperator } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, type OrderHost } from '../../orders/testing/orderHost.ts';
import { enterRecovery } from '../../recovery/enterRecovery.ts';
import { createRecoveryWatch } from '../../recovery/recoveryWatch.ts';
import { ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import { planAct } from './runAct.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startCountedHostOn('SQLite');
  for (const network of ['bitcoin', 'bsc', 'monero', 'tron']) {
    const recovery = { network, reason: 'RESTORED', at: host.context.now() } as const;
    await host.database.transaction().execute(async (transaction) => await enterRecovery(transaction, recovery));
  }
  host.chain('tron').spend({ address: ADDRESSES.tron }, 'usdttrc20', '7');
  host.chain('tron').mine(3);
  const mark = { value: () => null, raise: () => Promise.resolve() };
  const watch = createRecoveryWatch({ ...host.context, mark, log: createLogger('silent') });
  for (let round = 0; round < 2; round += 1) await watch.check();
  host.advanceClock(1_000);
  await checkBooks(host);
});
afterEach(async () => {
  await host.close();
});

const say = async (words: string): Promise<string> => await runOperator(host, ...words.split(' '));
const closed = async (): Promise<string[]> => (await listRecoveries(host.database)).map(({ network }) => network);

test('confirms and opens every network that is ready, and names the others', async () => {
  expect(await say('open all')).toContain('is not confirmed');
  const others = 'Not ready, and still in RECOVERY: monero, tron.';
  expect(await say('confirm all')).toContain(`Confirmed: bitcoin (0 transactions), bsc (0 transactions). ${others}`);
  const plan = await planAct(host.context, { systemUser: 'anna' }, 'open', { network: 'all' });
  expect(plan).toMatchObject({ needsSecond: true, effect: { networks: ['bitcoin', 'bsc'], others: ['monero', 'tron'] } });
  expect(await say('open all')).toContain(`Open: bitcoin, bsc. ${others}`);
  expect(await closed()).toEqual(['monero', 'tron']);
});

test('does nothing when one of the named networks is not ready', async () => {
  expect(await say('confirm bitcoin tron')).toBe('Nothing was done: 1 transactions are not explained. See `recovery tron`.');
  expect(await say('confirm bitcoin bsc')).toContain('Confirmed: bitcoin');
  expect(await say('open bitcoin bsc ethereum')).toBe('ethereum is not in RECOVERY.');
  expect(await closed()).toEqual(['bitcoin', 'bsc', 'monero', 'tron']);
});

test('says so while a network can not be read', async () => {
  await say('confirm bitcoin');
  Object.assign(host.chain('bitcoin').records, { count: () => Promise.reject(new ChainUnavailableError('no node answers')) });
  expect(await say('open bitcoin')).toContain("what left on bitcoin can't be read");
  expect(await say('open all')).toContain('Nothing was done');
  expect(await say('confirm all')).toContain('Confirmed: bsc');
});

test('resumes payouts while networks are in RECOVERY only when that is said', async () => {
  await say('stop-payouts everywhere');
  // Nobody can open monero, which is not connected.
  expect(await say('resume-payouts everywhere')).toContain('Nothing was done: bitcoin, bsc, tron must be opened first');
  await say('stop-payouts network ethereum');
  expect(await say('resume-payouts network ethereum')).toContain('is removed');
  await say('stop-payouts instrument usdttrc20');
  expect(await say('resume-payouts instrument usdttrc20')).toContain('Nothing was done: tron must be opened first');
  expect(await say('resume-payouts everywhere --despite-recovery')).toContain('is removed');
});
