import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES, rulesOn } from '../../tests/support/databases.ts';
import { startCountedHostOn } from '../../tests/support/orderHosts.ts';
import { createLogger } from '../common/log.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import { listRecoveries } from '../db/repositories/recovery/recoveries.ts';
import { PAYOUTS_STOPPED } from '../db/repositories/switches.ts';
import { countReceived, mineAndTick, readStatus, reconcileNow } from '../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, type MadeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { ChainUnavailableError, type TreasuryCount } from '../ports/chain/chainGateway.ts';
import { enterRecovery } from './enterRecovery.ts';
import { createRecoveryWatch, type RecoveryWatch } from './recoveryWatch.ts';

/** A host that keeps no mark */
const NO_MARK = { value: () => null, raise: () => Promise.resolve() };

describe.each(DATABASES)('a network in RECOVERY on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  const enter = async (network = 'tron'): Promise<boolean> =>
    await host.database
      .transaction()
      .execute(async (transaction) => await enterRecovery(transaction, { network, reason: 'RESTORED', at: host.context.now() }));
  const run = async (rounds = 5): Promise<void> => await mineAndTick(host, ['bitcoin', 'tron'], rounds);
  const received = (): number => countReceived(host, 'tron', ADDRESSES.tron);
  const paid = async (): Promise<MadeOrder> => {
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    return made;
  };
  const payoutOf = async ({ order }: MadeOrder) => await findOutboxRow(host.database, `PAYOUT:${order.orderId}`);

  rule('sends nothing, also after a restart, until it is opened; its deposits are booked', async () => {
    const made = await paid();
    expect([await enter(), await enter()]).toEqual([true, false]);
    await run();
    await host.restart();
    await run();
    expect([received(), await payoutOf(made)]).toMatchObject([0, { state: 'PENDING', reason: PAYOUTS_STOPPED, attempts: 0 }]);
    await host.database.deleteFrom('recoveries').execute();
    await run();
    expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
    expect(await reconcileNow(host)).toEqual([]);
  });

  rule('sweeps no deposit', async () => {
    await enter('bitcoin');
    await paid();
    await run();
    const sweeps = await host.database.selectFrom('outbox').select('state').where('kind', '=', 'SWEEP').execute();
    expect(sweeps).toEqual([{ state: 'PENDING' }]);
    expect(received()).toBe(1);
  });

  test('sends nothing when it enters while a host is about to sign', async () => {
    const tron = host.chain('tron');
    const { send } = tron;
    tron.send = async (request, fence) => {
      await enter();
      return await send(request, fence);
    };
    const made = await paid();
    await run();
    expect([received(), await payoutOf(made)]).toMatchObject([0, { state: 'PENDING' }]);
  });
});

describe('the watch of the treasuries', () => {
  let host: OrderHost;
  let watch: RecoveryWatch;
  let answer: () => Promise<TreasuryCount>;
  beforeEach(async () => {
    host = await startCountedHostOn('SQLite');
    answer = () => complete;
    watch = watchOf(host);
  });
  afterEach(async () => {
    await host.close();
  });

  const watchOf = ({ database, context }: Pick<OrderHost, 'database' | 'context'>): RecoveryWatch =>
    createRecoveryWatch({
      ...context,
      mark: NO_MARK,
      database,
      gateways: new Map([
        ['tron', { ...host.chain('tron'), records: { ...host.chain('tron').records, count: () => answer() } }],
        ['bitcoin', { ...host.chain('bitcoin'), records: { ...host.chain('bitcoin').records, count: () => complete } }],
      ]),
      log: createLogger('silent'),
      timeoutMs: 20,
    });
  const complete = Promise.resolve({ mined: 3, pending: 3, known: 3 });
  const behind = (): Promise<TreasuryCount> => Promise.resolve({ mined: 3, pending: 3, known: 2 });
  const reasons = (of = watch): (string | null)[] => ['tron', 'bitcoin'].map((network) => of.reasonFor('', network, 'send'));

  test('asks a second time before it stores that a network is in RECOVERY', async () => {
    let changes = 0;
    watch.onChange?.(() => (changes += 1));
    answer = behind;
    await watch.check();
    expect([reasons(), await listRecoveries(host.database)]).toEqual([['NETWORK_UNAVAILABLE', null], []]);
    answer = () => complete;
    await watch.check();
    expect(reasons()).toEqual([null, null]);
    answer = behind;
    await watch.check();
    await watch.check();
    expect(reasons()).toEqual(['MAINTENANCE', null]);
    expect(watch.list()).toMatchObject([{ network: 'tron', reason: 'BOOKS_BEHIND', state: 'READING' }]);
    expect(changes).toBe(4);
  });

  test('closes the network on every host, from its start on', async () => {
    answer = behind;
    await watch.check();
    await watch.check();
    answer = () => complete;
    const other = watchOf(host);
    const stop = await other.start();
    expect(reasons(other)).toEqual(['MAINTENANCE', null]);
    await stop();
  });

  test('closes a network that can not say what left, and opens it again', async () => {
    answer = () => Promise.reject(new ChainUnavailableError('the nodes contradict each other'));
    await watch.check();
    expect(reasons()).toEqual([null, null]);
    answer = () => new Promise(() => undefined);
    await watch.check();
    expect(reasons()).toEqual(['NETWORK_UNAVAILABLE', null]);
    answer = () => complete;
    await watch.check();
    expect([reasons(), watch.list()]).toEqual([[null, null], []]);
  });
});
