import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  eventKinds,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
  type OrderOptions,
} from '../testing/orderHost.ts';

const HOUR = 3_600_000;

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

/** Deposits and mines the given number of blocks. */
async function paid(amount: string, blocks: number, wanted: OrderOptions = {}): Promise<MadeOrder & { txHash: string }> {
  const made = await makeOrder(host, wanted);
  const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
  await host.tick();
  if (blocks > 0) host.chain('bitcoin').mine(blocks);
  await host.tick();
  return { ...made, txHash };
}

test('waits for the REST of a floating deposit only below a known minimum', async () => {
  const made = await paid('0.0005', 1);
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'REST' });
  host.desk.isStale = true;
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'PRICE' });
  host.desk.isStale = false;
  host.desk.minimum = '0.0004';
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: null });
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('INCOMING_FUNDS_DETECTED');
});

test('does not wait for the REST while an unconfirmed deposit may be it', async () => {
  const made = await paid('0.0005', 1);
  const send = (amount: string) => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
  send('0.00001');
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'REST' });
  send('0.0995');
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: null });
});

test('waits for a PRICE when slightly less than claimed was deposited', async () => {
  host.desk.isStale = false;
  const made = await makeOrder(host);
  host.desk.isStale = true;
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.0995');
  await host.tick();
  // Not mined yet: the order awaits confirmations.
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: null });
  host.chain('bitcoin').mine();
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'PRICE', attention: null });
});

test('waits for a PRICE with a confirmed deposit and no trusted price', async () => {
  const made = await paid('0.1', 1);
  host.desk.isStale = true;
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: null });
  host.chain('bitcoin').mine(6);
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'PRICE' });
  host.desk.isStale = false;
  await host.tick();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('FUNDS_WITHDRAWAL_START');
});

test('waits for the NETWORK when the payout fee is far above the one shown', async () => {
  const made = await paid('0.1', 1);
  host.desk.congested.add('usdttrc20');
  host.desk.fees.set('usdttrc20', '40');
  host.chain('bitcoin').mine(6);
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'NETWORK' });
});

test('says what it waits for although dust of a stranger is not confirmed', async () => {
  const made = await paid('0.1', 1);
  host.desk.congested.add('usdttrc20');
  host.desk.fees.set('usdttrc20', '40');
  host.chain('bitcoin').mine(6);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.00001');
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'NETWORK' });
  host.desk.isStale = true;
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'PRICE' });
});

test('does not wait for lower fees after the customer accepted them', async () => {
  const made = await paid('0.1', 1);
  host.desk.congested.add('usdttrc20');
  host.desk.fees.set('usdttrc20', '40');
  host.chain('bitcoin').mine(6);
  await host.tick();
  host.advanceClock(7 * HOUR);
  await host.tick();
  expect((await readOrder(host, made)).attention?.reason).toBe('NETWORK_CONGESTED');
  const { orderId } = made.order;
  const quoteId = (await host.orders.refundInfo(orderId)).offer?.quoteId ?? '';
  const input = { orderId, destinationAddress: made.destination, quoteId };
  await host.orders.acceptRateModeChange(input, { orderToken: made.token, clientAddress: null });
  await host.tick();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('FUNDS_WITHDRAWAL_START');
});

test('waits for the REST of a fixed deposit', async () => {
  const made = await paid('0.06', 0, { rateMode: 'FIXED' });
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: 'REST' });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.04');
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ waitsFor: null });
});

test.each([
  ['FIXED', 0],
  ['FIXED', 1],
  ['FLOATING', 0],
  ['FLOATING', 1],
] as const)('%s: an order expires when its only deposit is reorged out %i blocks deep', async (rateMode, blocks) => {
  const made = await paid('0.1', blocks, { rateMode });
  const { deposits, isExpired } = await readOrder(host, made);
  expect({ deposits, isExpired }).toMatchObject({ deposits: [{ confirmations: blocks }], isExpired: false });
  host.chain('bitcoin').drop(made.txHash);
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ deposits: [], isExpired: false, waitsFor: null });
  host.advanceClock(25 * HOUR);
  expect(await readOrder(host, made)).toMatchObject({ isExpired: true });
  // A late deposit is handled as for any expired order.
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await host.tick();
  expect(await readOrder(host, made)).toMatchObject({ isExpired: false });
});

test('states the smallest deposit while a floating order awaits one', async () => {
  const floating = await makeOrder(host);
  host.desk.minimum = '0.0004';
  expect(await readOrder(host, floating)).toMatchObject({ minimumDeposit: '0.0004' });
  host.desk.isStale = true;
  expect(await readOrder(host, floating)).toMatchObject({ minimumDeposit: null });
  host.desk.isStale = false;
  const fixed = await makeOrder(host, { rateMode: 'FIXED' });
  expect(await readOrder(host, fixed)).toMatchObject({ minimumDeposit: null });
  expect(await readOrder(host, await paid('0.1', 1))).toMatchObject({ minimumDeposit: null });
});
