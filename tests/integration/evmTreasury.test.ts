import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { numberToHex } from 'viem';
import type { Database } from '../../server/db/database.ts';
import { findOutboxRow } from '../../server/db/repositories/outbox.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, reconcileNow, runOperator } from '../../server/orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, startOrderHost } from '../../server/orders/testing/orderHost.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { createRecoveryWatch } from '../../server/recovery/recoveryWatch.ts';
import { createLogger } from '../../server/common/log.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import type { Anvil } from '../support/nodes/anvil.ts';
import { EVM_NETWORK, installTokens, payment, testGateway, TREASURY } from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

let anvil: Anvil;
let database: Database;
/** A second database of the same treasury: what the books were when they were copied */
let copy: Database;

/** A host that keeps no mark */
const NO_MARK = { value: () => null, raise: () => Promise.resolve() };

beforeAll(async () => {
  anvil = await freshAnvil();
});
beforeEach(async () => {
  [database, copy] = await Promise.all([openMemoryDatabase(), openMemoryDatabase()]);
  await anvil.fund(TREASURY, '100');
  await anvil.mine(1);
  return async () => {
    await Promise.all([database.destroy(), copy.destroy()]);
  };
});

test('nodes that name different numbers let nothing leave', async () => {
  const liar = await startFlakyNode(anvil.url);
  onTestFinished(() => liar.stop());
  const gateway = testGateway(database, anvil, { more: [liar.url] });
  await gateway.records.count();
  liar.lie('eth_getTransactionCount', (truth) => numberToHex(Number(truth) + 1));
  await expect(gateway.send(payment('contradicted', '1'))).rejects.toThrow(/contradict each other on the transactions/);
  expect(await gateway.sendState('contradicted')).toEqual({ state: 'unknown' });
  liar.mend();
  await gateway.send(payment('contradicted', '1'));
});

test('a network whose treasury paid without the books is listed, explained, adopted and opened', async () => {
  const host = await startOrderHost();
  onTestFinished(() => host.close());
  await installTokens(anvil);
  const gateway = testGateway(host.database, anvil);
  Object.assign(host.context, { gateways: new Map([...host.context.gateways, [EVM_NETWORK, gateway]]) });
  const watch = createRecoveryWatch({
    ...host.context,
    mark: NO_MARK,
    gateways: new Map([[EVM_NETWORK, gateway]]),
    log: createLogger('silent'),
  });
  await watch.check();
  await countTreasuries(host.context);
  // The copy knows nothing of the host: what it pays is unknown to the books.
  const other = testGateway(copy, anvil);
  await other.send(payment('profit', '1'));
  await anvil.mine(1);

  const { order, destination } = await makeOrder(host, { to: 'eth', destination: ADDRESSES.ethereum });
  host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin'], 5);
  const id = `PAYOUT:${order.orderId}`;
  const refused = await findOutboxRow(host.database, id);
  expect(refused).toMatchObject({ state: 'REFUSED', reason: 'BOOKS_BEHIND' });
  const say = (words: string) => runOperator(host, ...words.split(' '));
  expect(await say('list REFUSED')).toContain('REFUSED BOOKS_BEHIND');
  expect(await say(`recovery ${EVM_NETWORK}`)).toContain('is not in RECOVERY');
  await watch.check();
  await watch.check();
  await other.send({ ...payment('forgotten', refused?.amount ?? ''), toAddress: destination });
  await anvil.mine(20);
  const before = await anvil.coinsOf(destination as `0x${string}`);
  await watch.check();
  expect(await findOutboxRow(host.database, id)).toMatchObject({ state: 'SENT' });
  const listed = await say(`recovery ${EVM_NETWORK}`);
  const [, position] = /^ {2}(\d+) {2}0x/m.exec(listed) ?? [];
  expect(listed).toMatch(/1 eth to 0x[^]*UNEXPLAINED: matches nothing[^]*\(PAYOUT:[^]*PAYMENT by the host/);
  expect(await say(`explain ${EVM_NETWORK} ${position} own profit of March`)).toContain('is explained (OWN)');
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await host.tick(2);
  expect(await findOutboxRow(host.database, id)).toMatchObject({ state: 'CONFIRMED' });
  expect(await reconcileNow(host)).toEqual([]);
  expect(await say(`confirm ${EVM_NETWORK}`)).toContain('(2 transactions)');
  expect(await say(`open ${EVM_NETWORK}`)).toContain('Open:');
  expect(await say('audit')).toContain(`explain ${EVM_NETWORK} ${position}: profit of March`);
  expect(await anvil.coinsOf(destination as `0x${string}`)).toBe(before);
  await gateway.monitor();
  await gateway.send(payment('next', '1'));
  await anvil.mine(20);
  expect(await gateway.sendState('next')).toMatchObject({ state: 'confirmed' });
});
