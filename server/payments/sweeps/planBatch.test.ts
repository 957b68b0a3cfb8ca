import { afterEach, beforeEach, expect, test } from 'vitest';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { listSweeps } from '../../db/repositories/sweeps.ts';
import { ADDRESSES, makeOrder, startOrderHost, type OrderHost } from '../../orders/testing/orderHost.ts';
import { ChainUnavailableError, type CollectRequest, type TokenCollection } from '../../ports/chain/chainGateway.ts';

const TOKEN = 'usdttrc20';
/** A transfer costs 5 TRX, so a top-up and a sweep cost 10. */
const ALONE = 10;

let host: OrderHost;
/** What one collected deposit costs, in TRX; null: the network can't collect */
let share: number | null;
let batches: string[][];
/** The network does not answer to a batch. */
let isDown: boolean;

beforeEach(async () => {
  host = await startOrderHost();
  [share, batches, isDown] = [6, [], false];
  const collection: TokenCollection = {
    deployment: { to: '', data: '', address: '' },
    isReady: () => Promise.resolve(share !== null),
    estimate: (requests) => Promise.resolve(share === null ? null : String(share * requests.length)),
    send: async (requests: readonly CollectRequest[], fence) => {
      if (isDown) throw new ChainUnavailableError('tron is down');
      await host.database.transaction().execute(async (transaction) => await fence?.(transaction));
      batches.push(requests.map(({ amount }) => amount));
      return new Map(requests.map(({ idempotencyKey }) => [idempotencyKey, 'HASH']));
    },
  };
  const { sendState } = host.chain('tron');
  Object.assign(host.chain('tron'), {
    collection,
    sendState: async (key: string) =>
      key.startsWith('SWEEP') && batches.length > 0 ? { state: 'pending', txHash: 'HASH' } : await sendState(key),
  });
});
afterEach(async () => {
  await host.close();
});

async function later(hours: number): Promise<void> {
  host.advanceClock(hours * 3_600_000);
  for (let round = 0; round < 4; round += 1) {
    host.chain('bitcoin').mine(3);
    host.chain('tron').mine(30);
    await host.tick();
  }
}

/** Returns the ids of orders that are paid out, each with a deposit to be collected. */
async function pay(amounts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const amount of amounts) {
    const pair = { from: TOKEN, to: 'btc', destination: ADDRESSES.bitcoin, refund: ADDRESSES.tron } as const;
    const { order } = await makeOrder(host, { ...pair, amount });
    host.chain('tron').pay({ address: order.depositAddress }, TOKEN, amount);
    ids.push(order.orderId);
  }
  await later(0);
  return ids;
}

const statesOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => listSweeps(host.database, id)))).map(([sweep]) => sweep?.state);
const sendsOf = async (id: string) =>
  (await listOutboxRows(host.database, id))
    .filter(({ kind }) => kind === 'SWEEP' || kind === 'TOP_UP')
    .map(({ kind, amount, fee_limit: fee }) => `${kind} ${amount} ${fee ?? 'paid by the treasury'}`);

test('gathers four deposits and collects them with the fifth, for a fee of the treasury', async () => {
  const four = await pay(['200', '201', '202', '203']);
  expect([await statesOf(four), batches]).toEqual([Array(4).fill('GATHERING'), []]);
  const fifth = await pay(['204']);
  expect(batches.map((amounts) => amounts.toSorted())).toEqual([['200', '201', '202', '203', '204']]);
  expect(await statesOf([...four, ...fifth])).toEqual(Array(5).fill('SWEEPING'));
  expect(await sendsOf(fifth[0] ?? '')).toEqual(['SWEEP 204 paid by the treasury']);
});

test('collects two deposits after a day, and sweeps a single one by itself', async () => {
  const two = await pay(['200', '201']);
  await later(23);
  expect(await statesOf(two)).toEqual(['GATHERING', 'GATHERING']);
  await later(2);
  expect(batches.map((amounts) => amounts.toSorted())).toEqual([['200', '201']]);
  const [single = ''] = await pay(['300']);
  await later(25);
  expect(await sendsOf(single)).toEqual([`TOP_UP 5 paid by the treasury`, 'SWEEP 300 5']);
});

test('collects at once what the treasury needs', async () => {
  const tron = host.chain('tron');
  const two = await pay(['200', '201']);
  tron.credit(tron.treasury(), TOKEN, `-${await tron.balance(tron.treasury(), TOKEN)}`);
  await later(1);
  expect(await statesOf(two)).toEqual(['SWEEPING', 'SWEEPING']);
  expect(batches).toHaveLength(1);
});

test.each([
  ['costs more than sweeps', ALONE + 1],
  ['is not possible', null],
] as const)('sweeps deposits one by one where a batch %s', async (_what, cost) => {
  share = cost;
  const five = await pay(['200', '201', '202', '203', '204']);
  expect(batches).toEqual([]);
  expect(await sendsOf(five[0] ?? '')).toContain('TOP_UP 5 paid by the treasury');
});

const failuresOf = async (id: string) =>
  (await listOutboxRows(host.database, id))
    .filter(({ state }) => state === 'FAILED')
    .map(({ kind, reason }) => `${kind} ${reason}`);

test('plans a batch again that could not leave within a minute, because fees have changed', async () => {
  isDown = true;
  const five = await pay(['200', '201', '202', '203', '204']);
  expect(await sendsOf(five[0] ?? '')).toEqual(['SWEEP 200 paid by the treasury']);
  isDown = false;
  share = ALONE + 1;
  await later(1);
  expect([batches, await failuresOf(five[0] ?? '')]).toEqual([[], ['SWEEP OUTDATED']]);
  await later(1);
  expect(await sendsOf(five[0] ?? '')).toContain('TOP_UP 5 paid by the treasury');
});

test('sends nothing of a planned batch once the network no longer collects', async () => {
  isDown = true;
  const tron = host.chain('tron');
  const five = await pay(['200', '201', '202', '203', '204']);
  Object.assign(tron, { collection: undefined });
  const sent: string[] = [];
  const { send } = tron;
  tron.send = async (request, fence) => {
    sent.push(`${request.amount} ${request.instrumentSlug}`);
    return await send(request, fence);
  };
  host.advanceClock(10_000);
  await host.tick();
  expect([sent, await failuresOf(five[0] ?? '')]).toEqual([[], ['SWEEP OUTDATED']]);
  await later(1);
  expect(await sendsOf(five[0] ?? '')).toContain('SWEEP 200 5');
});

test('leaves out a deposit whose share is above what its order may cost (D67)', async () => {
  host.desk.collectionFees.set(TOKEN, '3');
  const four = await pay(['200', '201', '202', '203']);
  host.desk.collectionFees.set(TOKEN, '0.2');
  const [cheap = ''] = await pay(['30']);
  expect(await statesOf([...four, cheap])).toEqual([...Array<string>(4).fill('SWEEPING'), 'DUE']);
  expect(batches.map((amounts) => amounts.toSorted())).toEqual([['200', '201', '202', '203']]);
});
