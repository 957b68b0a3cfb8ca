import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeAccountID, encodeXAddress } from 'ripple-address-codec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSwitches } from '../../db/repositories/switches.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { addCustomer, credit, withdrawalsOf } from '../../withdrawals/testing/withdrawalHost.ts';
import { runOperatorCommand } from './runOperatorCommand.ts';
import {
  ADDRESSES,
  CLIENT,
  inputFor,
  readOrder,
  makeOrder,
  startOrderHost,
  type OrderHost,
} from '../../orders/testing/orderHost.ts';

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

test('prints the address of the treasury on each network', async () => {
  const printed = await say('treasury');
  for (const [network, gateway] of host.context.gateways) {
    expect(printed).toContain(`${network} ${(await gateway.addressAt(gateway.treasury())).address}`);
  }
  expect(printed).toMatch(/^bitcoin bc1/m);
});

test('lists a payout on hold, and sends it after release', async () => {
  expect(await say('list')).toBe('No unresolved items.');
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  const id = `PAYOUT:${made.order.orderId}`;
  expect(await say('list')).toContain(`${id}  HELD CAP_PER_ORDER  5968.5 usdttrc20 (about 5968.5 USD) to ${ADDRESSES.tron}`);
  expect(await say(`retry ${id}`)).toContain('neither refused nor failed');
  expect(await say(`release ${id}`)).toBe(`${id} is released. The host sends it in its next round.`);
  expect(await say(`release ${id}`)).toBe(`Nothing was done: ${id} is not on hold.`);
  await run();
  expect((await readOrder(host, made)).orderEvents.at(-1)?.kind).toBe('WITHDRAWAL_COMPLETED');
});

test('lists extra deposits of an order without a refund address, until they are refunded', async () => {
  const pay = async (address: string, instrument: string, amount: string) => {
    host.chain('bitcoin').pay({ address }, instrument, amount);
    await run();
  };
  const known = await makeOrder(host, { amount: '0.001' });
  const unknown = await makeOrder(host, { amount: '0.001', refund: null });
  // Larger deposits become new orders (D63).
  host.desk.minimum = '100';
  for (const { order } of [known, unknown]) {
    for (const amount of ['0.001', '0.02', '0.03']) await pay(order.depositAddress, 'btc', amount);
  }
  expect(await say('list')).toMatch(
    new RegExp(`^EXTRA: 2\n  order ${unknown.order.orderId}: 0.02 btc of \\w+#0 without a refund address, since 2026-11-20T`),
  );
  await say(`refund ${unknown.order.orderId} ${ADDRESSES.bitcoin}`);
  await run();
  expect(await say('list')).not.toContain('EXTRA');
});

test('blacklists the whole address range of a client', async () => {
  await say('blacklist CLIENT 2001:db8:1:2::7');
  const { input } = inputFor(host);
  const from = (address: string) => host.orders.create(input, { ...CLIENT, address });
  await expect(from('2001:db8:1:2:9::1')).rejects.toMatchObject({ code: 'ERR_FORBIDDEN' });
  await from('2001:db8:1:3::1');
});

test('refuses a blacklisted address in every spelling', async () => {
  expect(await say(`blacklist ADDRESS ${ADDRESSES.tron} stolen coins`)).toBe(
    `ADDRESS ${ADDRESSES.tron} is on the blacklist. New orders with it are refused.`,
  );
  await expect(host.orders.create(inputFor(host).input, CLIENT)).rejects.toMatchObject({ code: 'ERR_FORBIDDEN' });
  // The same account, with a tag inside.
  const tagged = encodeXAddress(decodeAccountID(ADDRESSES.ripple), 7, false);
  await say(`blacklist ADDRESS ${ADDRESSES.ripple}`);
  const { input } = inputFor(host, { to: 'xrp', destination: tagged });
  await expect(host.orders.create(input, CLIENT)).rejects.toMatchObject({ code: 'ERR_FORBIDDEN' });
});

test('closes an instrument on one side, and opens it again', async () => {
  expect(await say('pause instrument btc receive NO_RESERVE')).toContain('instrument btc (receive) is closed: NO_RESERVE');
  expect(await say('pause network tron')).toContain('network tron (send and receive) is closed: MAINTENANCE');
  const written = async () =>
    (await listSwitches(host.database)).map(({ closes, target, slug, reason }) => ({ closes, target, slug, reason }));
  const tron = { closes: 'RECEIVE', target: 'NETWORK', slug: 'tron', reason: 'MAINTENANCE' };
  expect(await written()).toEqual([
    { closes: 'RECEIVE', target: 'INSTRUMENT', slug: 'btc', reason: 'NO_RESERVE' },
    tron,
    { ...tron, closes: 'SEND' },
  ]);
  expect(await say('resume network tron send')).toContain("The operator's closure of network tron (send) is removed.");
  await say('resume instrument btc');
  expect(await written()).toEqual([tron]);
  expect(await say('resume instrument btc')).toContain('Nothing was done: no operator has closed instrument btc');
  expect(await say('pause instrument tron')).toBe('Nothing was done: the catalogue has no instrument tron.');
});

test('lists what operators and operator.json closed, with its end', async () => {
  await say('stop-payouts everywhere drained');
  writeFileSync(operatorFile, '{"pausedNetworks":["tron"]}');
  const listed = await say('list');
  expect(listed).toMatch(/^CLOSED BY OPERATORS: 1\n {2}everything \(payouts\): drained, by \S+ since 2026-11-20T/);
  expect(listed).toContain('CLOSED BY operator.json OF THIS HOST: 2\n  network tron (send): MAINTENANCE, until 2026-11-21T');
  expect(listed).toMatch(/No unresolved items\.$/);
  writeFileSync(operatorFile, '{"notice":');
  expect(await say('list')).toContain('operator.json of this host is invalid');
});

test('prints the last acts with the name of the system user', async () => {
  expect(await say('audit')).toBe('No acts are recorded.');
  await runOperatorCommand({ ...host.context, operatorFile }, ['pause', 'instrument', 'btc', 'receive'], 'olga');
  await say('capital btc 1.5 refilled');
  const [second, , first, effect] = (await say('audit')).split('\n');
  expect(second).toMatch(/^2 {2}2026-11-20T\S+ {2}\S+ {2}capital btc: refilled$/);
  expect(first).toMatch(/^1 {2}2026-11-20T\S+ {2}olga {2}pause instrument btc: MAINTENANCE$/);
  expect(effect).toContain('"closes":"RECEIVE"');
  expect(await say('audit 2')).not.toContain('capital');
});

test('answers unknown commands and wrong arguments with the usage text', async () => {
  for (const words of [
    '',
    'release',
    'refund',
    'attribute x',
    'pause btc',
    'stop-payouts',
    'stop-payouts btc',
    'resume-payouts everywhere now',
    'audit x',
    'pause network tron send BECAUSE',
    'constructor',
    'blacklist CITY Berlin',
    'blacklist ADDRESS',
  ]) {
    expect(await say(words)).toMatch(/^Usage:/);
  }
});

test('lists an order after its decision deadline, unless the network fee exceeds its deposit', async () => {
  const made = await makeOrder(host, { amount: '0.1', refund: null });
  host.desk.minimum = '0.09';
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.05');
  await run();
  host.advanceClock(25 * HOURS);
  await run();
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'BELOW_MINIMUM' });
  expect(await say('list')).toBe('No unresolved items.');
  host.advanceClock(25 * HOURS);
  await run();
  const { orderId } = made.order;
  expect(await say('list')).toMatch(
    new RegExp(
      `^DECISION: 1\n  order ${orderId}, BELOW_MINIMUM: 0.05 btc without a refund address, since .*\n      → refund ${orderId} ADDRESS$`,
    ),
  );
  host.chain('bitcoin').fee = '0.06';
  expect(await say('list')).toBe('No unresolved items.');
});

test('lists failed payouts and unattributed deposits', async () => {
  host.chain('tron').failsSends = true;
  const made = await makeOrder(host, { amount: '0.001' });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.001');
  await run();
  expect(await say('list')).toMatch(
    new RegExp(`^FAILED: 1\n  PAYOUT:${made.order.orderId}  FAILED .*\n      → retry PAYOUT:${made.order.orderId}$`),
  );
  const shared = await makeOrder(host, { from: 'xrp', amount: '100', refund: ADDRESSES.ripple });
  host.chain('ripple').pay({ address: shared.order.depositAddress }, 'xrp', '100');
  host.chain('ripple').mine(20);
  await host.tick();
  expect(await say('list')).toMatch(
    /UNATTRIBUTED: 1\n  100 xrp of \w+#0, without memo, since .*\n      → attribute \w+#0 ORDER$/,
  );
});

test('shows an order without the secrets of its customer', async () => {
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
    `HELD: PAYOUT:${orderId}`,
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

test('shows a withdrawal on hold, cancels it and returns the money', async () => {
  const customer = await addCustomer(host.database, host.context.now());
  await credit(host.context, customer.userId, '2000');
  const { withdrawal } = await withdrawalsOf(host).withdraw(customer, { amount: '1500' });
  const id = `WITHDRAWAL:${withdrawal.withdrawalId}`;
  expect(await say('list')).toContain(`release ${id}`);
  expect(await say(`show ${id}`)).toContain('1500 usdttrc20, network fee 1.5, arrives 1498.5');
  expect(await say(`cancel ${id}`)).toContain('is cancelled');
  expect(await say(`cancel ${id}`)).toContain('Nothing was done');
  expect(await say('list')).toContain('No unresolved items');
  expect(await withdrawalsOf(host).service.terms(customer)).toMatchObject({ balance: '2000' });
});
