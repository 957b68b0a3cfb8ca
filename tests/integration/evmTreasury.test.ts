import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { numberToHex } from 'viem';
import type { Database } from '../../server/db/database.ts';
import { findOutboxRow } from '../../server/db/repositories/outbox.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, runOperator } from '../../server/orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, startOrderHost } from '../../server/orders/testing/orderHost.ts';
import { ChainUnavailableError } from '../../server/ports/chain/chainGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { startAnvil, type Anvil } from '../support/nodes/anvil.ts';
import { EVM_CHAIN_ID, EVM_NETWORK, payment, STRANGER, testGateway, TREASURY } from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';

let anvil: Anvil;
let database: Database;
/** A second database of the same treasury: what the books were when they were copied */
let copy: Database;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
});
afterAll(() => anvil.stop());
beforeEach(async () => {
  [database, copy] = await Promise.all([openMemoryDatabase(), openMemoryDatabase()]);
  await anvil.fund(TREASURY, '100');
  await anvil.mine(1);
  return async () => {
    await Promise.all([database.destroy(), copy.destroy()]);
  };
});

test('a host on an old copy of the books sends nothing after the newer host has paid', async () => {
  const [newer, older] = [testGateway(database, anvil), testGateway(copy, anvil)];
  await Promise.all([newer.records.count(), older.records.count()]);
  const before = await anvil.coinsOf(STRANGER);
  await newer.send(payment('payout', '1'));
  // Not mined yet: the older host could not tell a payment of its own from one that it forgot.
  await expect(older.send(payment('payout', '1'))).rejects.toThrow(ChainUnavailableError);
  await anvil.mine(1);
  await expect(older.send(payment('payout', '1'))).rejects.toMatchObject({ message: 'BOOKS_BEHIND' });
  await expect(older.send(payment('another', '2'))).rejects.toMatchObject({ message: 'BOOKS_BEHIND' });
  expect(await older.records.count()).toEqual({ mined: 1, pending: 1, known: 0 });
  expect((await anvil.coinsOf(STRANGER)) - before).toBe(10n ** 18n);
  expect(await older.sendState('payout')).toEqual({ state: 'unknown' });
  // The newer host goes on.
  await newer.send(payment('another', '2'));
  await anvil.mine(1);
  expect(await newer.sendState('another')).toMatchObject({ state: 'confirmed' });
});

test('the first start knows what the treasury has sent before', async () => {
  await testGateway(database, anvil).send(payment('earlier', '1'));
  await anvil.mine(1);
  const gateway = testGateway(copy, anvil);
  await gateway.send(payment('first', '1'));
  await anvil.mine(1);
  expect(await gateway.sendState('first')).toMatchObject({ state: 'confirmed' });
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

test('an operator who spent from the treasury acknowledges exactly that, and the payouts continue', async () => {
  const host = await startOrderHost();
  onTestFinished(() => host.close());
  const gateway = testGateway(host.database, anvil);
  Object.assign(host.context, { gateways: new Map([...host.context.gateways, [EVM_NETWORK, gateway]]) });
  await gateway.records.count();
  // The copy knows nothing of the host: its payments are the operator's own.
  const own = testGateway(copy, anvil);
  for (const key of ['profit', 'more profit']) await own.send(payment(key, '1'));
  await anvil.mine(1);

  const { order, destination } = await makeOrder(host, { to: 'eth', destination: ADDRESSES.ethereum });
  host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin'], 5);
  const id = `PAYOUT:${order.orderId}`;
  expect(await findOutboxRow(host.database, id)).toMatchObject({ state: 'REFUSED', reason: 'BOOKS_BEHIND' });
  const say = (words: string) => runOperator(host, ...words.split(' '));
  expect(await say('list REFUSED')).toContain('REFUSED BOOKS_BEHIND');
  expect(await say(`spent ${EVM_NETWORK} 1 profit`)).toContain("the books miss 2 of the treasury's transactions");
  expect(await say('spent bitcoin 1 profit')).toContain('the books know every transaction');
  expect(await say('spent mars 1 profit')).toContain('mars is not connected');
  expect(await findOutboxRow(host.database, id)).toMatchObject({ state: 'REFUSED' });
  expect(await say(`spent ${EVM_NETWORK} 2 profit of March`)).toContain("Acknowledged on ethereum: 2 of the treasury's");
  expect(await say('audit')).toContain('spent ethereum: profit of March');
  expect(await say(`spent ${EVM_NETWORK} 2 profit of March`)).toContain('the books know every transaction');
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await host.tick(2);
  await anvil.mine(20);
  await host.tick(2);
  expect(await findOutboxRow(host.database, id)).toMatchObject({ state: 'CONFIRMED' });
  expect(await anvil.coinsOf(destination as `0x${string}`)).toBeGreaterThan(0n);
});
