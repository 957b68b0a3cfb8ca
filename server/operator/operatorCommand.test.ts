import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeAccountID, encodeXAddress } from 'ripple-address-codec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOrder } from '../db/repositories/orders.ts';
import { createMetrics } from '../metrics.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import {
  ADDRESSES,
  CLIENT,
  inputFor,
  readOrder,
  makeOrder,
  startOrderHost,
  type OrderHost,
} from '../orders/testing/orderHost.ts';
import { WAITING_KINDS } from './unresolved.ts';
import { createWaitingWatch } from './unresolvedMonitor.ts';

const HOURS = 3_600_000;

let host: OrderHost;
let operatorFile: string;
beforeEach(async () => {
  operatorFile = join(mkdtempSync(join(tmpdir(), 'operator-')), 'operator.json');
  host = await startOrderHost({ perOrderUsd: '100' });
});
afterEach(async () => {
  rmSync(dirname(operatorFile), { recursive: true });
  await host.close();
});

const say = (words: string) => runOperatorCommand({ ...host.context, operatorFile }, words.split(' '));

async function run(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    for (const network of ['bitcoin', 'tron']) host.chain(network).mine(2);
    await host.tick();
  }
}

test('what is held is listed, and goes when it is released', async () => {
  expect(await say('list')).toBe('Nothing waits.');
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  const id = `PAYOUT:${made.order.orderId}`;
  expect(await say('list')).toContain(`${id}  HELD CAP_PER_ORDER  5968.5 usdttrc20 (about 5968.5 USD) to ${ADDRESSES.tron}`);
  expect(await say(`retry ${id}`)).toContain('neither been refused nor failed');
  expect(await say(`release ${id}`)).toBe(`${id} is released.`);
  expect(await say(`release ${id}`)).toBe(`${id} is not held.`);
  await run();
  expect((await readOrder(host, made)).orderEvents.at(-1)?.kind).toBe('WITHDRAWAL_COMPLETED');
});

test('money that came besides is listed while it has no address to go back to', async () => {
  const pay = async (address: string, instrument: string, amount: string) => {
    host.chain('bitcoin').pay({ address }, instrument, amount);
    await run();
  };
  const known = await makeOrder(host, { amount: '0.001' });
  const unknown = await makeOrder(host, { amount: '0.001', refund: null });
  for (const { order } of [known, unknown]) {
    for (const amount of ['0.001', '0.02', '0.03']) await pay(order.depositAddress, 'btc', amount);
  }
  expect(await say('list')).toMatch(
    new RegExp(
      `^EXTRA ${unknown.order.orderId}  0.05 btc in 2 payments besides the order, with no address to go back to, since 2026-11-20T`,
    ),
  );
  await say(`refund ${unknown.order.orderId} ${ADDRESSES.bitcoin}`);
  await run();
  expect(await say('list')).not.toContain('EXTRA');
});

test('a client on the blacklist does not come back with the next of its addresses', async () => {
  await say('blacklist CLIENT 2001:db8:1:2::7');
  const { input } = inputFor(host);
  const from = (address: string) => host.orders.create(input, { ...CLIENT, address });
  await expect(from('2001:db8:1:2:9::1')).rejects.toMatchObject({ code: 'ERR_FORBIDDEN' });
  await from('2001:db8:1:3::1');
});

test('what is put on the blacklist is refused, however it is written', async () => {
  expect(await say(`blacklist ADDRESS ${ADDRESSES.tron} stolen coins`)).toBe(`ADDRESS ${ADDRESSES.tron} is on the blacklist.`);
  await expect(host.orders.create(inputFor(host).input, CLIENT)).rejects.toMatchObject({ code: 'ERR_FORBIDDEN' });
  // The same account, with a tag inside.
  const tagged = encodeXAddress(decodeAccountID(ADDRESSES.ripple), 7, false);
  await say(`blacklist ADDRESS ${ADDRESSES.ripple}`);
  const { input } = inputFor(host, { to: 'xrp', destination: tagged });
  await expect(host.orders.create(input, CLIENT)).rejects.toMatchObject({ code: 'ERR_FORBIDDEN' });
});

test('a coin is closed on one side, and opened again', async () => {
  expect(await say('pause instrument btc receive NO_RESERVE')).toContain('instrument btc, receive: NO_RESERVE');
  expect(await say('pause network tron')).toContain('network tron, send and receive: MAINTENANCE');
  const written = () => (JSON.parse(readFileSync(operatorFile, 'utf8')) as { switches: unknown[] }).switches;
  expect(written()).toEqual([
    { instrument: 'btc', side: 'receive', reason: 'NO_RESERVE' },
    { network: 'tron', side: 'send', reason: 'MAINTENANCE' },
    { network: 'tron', side: 'receive', reason: 'MAINTENANCE' },
  ]);
  await say('resume network tron send');
  await say('resume instrument btc');
  expect(written()).toEqual([{ network: 'tron', side: 'receive', reason: 'MAINTENANCE' }]);
  expect(await say('pause instrument tron')).toBe('The catalogue has no instrument tron.');
});

test('anything else is answered with what there is to say', async () => {
  for (const words of [
    '',
    'release',
    'refund',
    'attribute x',
    'pause btc',
    'pause network tron send BECAUSE',
    'constructor',
    'blacklist CITY Berlin',
    'blacklist ADDRESS',
  ]) {
    expect(await say(words)).toMatch(/^Commands:/);
  }
});

test('a question that nobody answered and nobody gave an address for is listed, and goes back where its line says', async () => {
  const made = await makeOrder(host, { amount: '0.1', refund: null });
  host.desk.minimum = '0.09';
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.05');
  await run();
  host.advanceClock(25 * HOURS);
  await run();
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'BELOW_MINIMUM' });
  expect(await say('list')).toBe('Nothing waits.');
  host.advanceClock(25 * HOURS);
  await run();
  const { orderId } = made.order;
  expect(await say('list')).toMatch(
    new RegExp(
      `^QUESTION ${orderId}  BELOW_MINIMUM  0.05 btc, with no address to go back to, since .*\n    → refund ${orderId} ADDRESS$`,
    ),
  );
  // What the fee would eat can only wait.
  host.chain('bitcoin').fee = '0.06';
  expect(await say('list')).toMatch(
    new RegExp(`^DUST ${orderId}  BELOW_MINIMUM  0.05 btc, not more than the fee of 0.06, since [^\n]*$`),
  );
});

test('a refund that the fee would eat, and payments that are nobody’s, are listed', async () => {
  host.chain('tron').failsSends = true;
  const made = await makeOrder(host, { amount: '0.001' });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.001');
  await run();
  expect(await say('list')).toMatch(
    new RegExp(`^PAYOUT:${made.order.orderId}  FAILED .*\n    → retry PAYOUT:${made.order.orderId}$`),
  );
  host.desk.fees.set('btc', '0.002');
  await say(`refund ${made.order.orderId} ${ADDRESSES.bitcoin}`);
  await run();
  host.chain('bitcoin').fee = '0.002';
  expect(await say('list')).toMatch(new RegExp(`^REFUND_BLOCKED ${made.order.orderId}  .*not more than the fee of 0.002, since`));
  host.chain('bitcoin').fee = '0.00002';
  const shared = await makeOrder(host, { from: 'xrp', amount: '100', refund: ADDRESSES.ripple });
  host.chain('ripple').pay({ address: shared.order.depositAddress }, 'xrp', '100');
  host.chain('ripple').mine(20);
  await host.tick();
  expect(await say('list')).toMatch(
    /UNCLAIMED one payment that came without their memo and are nobody’s, since .*\n    → unclaimed/,
  );
});

test('what waits is counted for the metrics, each kind by itself, and nought when it is done', async () => {
  const watch = createWaitingWatch(host.context);
  const metrics = createMetrics();
  metrics.watchWaiting(watch.last, host.context.now);
  expect((await metrics.render()).body).not.toContain('causeway_waits_for_operator{');
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  host.advanceClock(60_000);
  await watch.count();
  const { body } = await metrics.render();
  for (const kind of WAITING_KINDS) {
    expect(body).toContain(`causeway_waits_for_operator{kind="${kind}"} ${kind === 'HELD' ? 1 : 0}\n`);
  }
  expect(body).toMatch(/causeway_waits_for_operator_oldest_seconds\{kind="HELD"\} 6\d\n/);
  await say(`release PAYOUT:${made.order.orderId}`);
  await watch.count();
  expect((await metrics.render()).body).toContain('causeway_waits_for_operator{kind="HELD"} 0\n');
});

test('each kind of what waits is in the operator’s book', () => {
  const book = readFileSync('docs/operator.md', 'utf8');
  for (const kind of WAITING_KINDS) expect(book).toContain(`| \`${kind}\``);
});

test('an order is shown with all that an operator is asked about, and nothing that lets him act as its customer', async () => {
  const made = await makeOrder(host);
  await host.database.updateTable('orders').set({ user_email: 'someone@example.com' }).execute();
  const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  const { orderId } = made.order;
  const shown = await say(`show ${orderId}`);
  for (const part of [
    `ORDER ${orderId}  PAYING_OUT`,
    'e-mail: someone@example.com',
    `paid to: ${made.order.depositAddress} on bitcoin`,
    `pays out to: ${ADDRESSES.tron} on tron`,
    `refunds to: ${ADDRESSES.bitcoin}`,
    `0.1 btc  ORDER  ${txHash}#0 on bitcoin`,
    'FUNDS_WITHDRAWAL_START',
    `PAYOUT:${orderId}  HELD CAP_PER_ORDER  5968.5 usdttrc20 to ${ADDRESSES.tron}`,
    `payout:${orderId}  IN_TRANSIT -5968.5 usdttrc20`,
    'IN_TRANSIT usdttrc20: -5968.5',
    `→ release PAYOUT:${orderId}`,
    'order pass: the customer has one',
  ]) {
    expect(shown).toContain(part);
  }
  const row = await findOrder(host.database, orderId);
  const origin = await host.database.selectFrom('order_origins').selectAll().executeTakeFirst();
  for (const secret of [made.token, row?.order_token_hash, origin?.client_address, origin?.browser_fingerprint]) {
    if (typeof secret === 'string') expect(shown).not.toContain(secret);
  }
  expect(await say('show nobody')).toBe('There is no order nobody.');
});
