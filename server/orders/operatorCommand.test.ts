import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeAccountID, encodeXAddress } from 'ripple-address-codec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runOperatorCommand } from './operatorCommand.ts';
import { ADDRESSES, CLIENT, inputFor, look, makeOrder, startOrderHost, type OrderHost } from './testing/orderHost.ts';

let host: OrderHost;
let operatorFile: string;
beforeEach(async () => {
  operatorFile = join(mkdtempSync(join(tmpdir(), 'operator-')), 'operator.json');
  host = await startOrderHost({ perOrderUsd: '100' });
});
afterEach(async () => {
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
  expect((await look(host, made)).orderEvents.at(-1)?.kind).toBe('WITHDRAWAL_COMPLETED');
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
