import { expect, onTestFinished, test } from 'vitest';
import { compare, subtract } from '../../../contract/money.ts';
import { ADDRESSES, eventKinds, readOrder, makeOrder, startOrderHost } from '../testing/orderHost.ts';

const HOUR = 3_600_000;
const SPAM = 2_000;
const ROUNDS = 18;
/** Queries of a round in which only confirmations changed: a handful per two hundred deposits. */
const MOST_STATEMENTS = SPAM / 8;

test('processes thousands of dust deposits with a bounded number of queries and without delaying other orders', async () => {
  const host = await startOrderHost();
  onTestFinished(() => host.close());
  let statements = 0;
  await host.restart(() => (statements += 1));
  const ether = { from: 'eth', refund: ADDRESSES.ethereum, amount: '1' };
  const [victim, other] = [await makeOrder(host, ether), await makeOrder(host, ether)];
  const ethereum = host.chain('ethereum');
  const addressOf = ({ order }: typeof victim) => ({ address: order.depositAddress });
  for (let number = 0; number < SPAM; number += 1) ethereum.pay(addressOf(victim), 'eth', '0.0000001');
  ethereum.pay(addressOf(victim), 'eth', '1');
  ethereum.pay(addressOf(other), 'eth', '1');
  const perRound: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ethereum.mine();
    host.chain('tron').mine();
    const before = statements;
    await host.tick();
    perRound.push(statements - before);
  }
  for (const made of [victim, other]) expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
  // The first round records them, the twelfth books them.
  expect(Math.max(...perRound.slice(1, 10))).toBeLessThan(MOST_STATEMENTS);
  // The answer stays short and contains the deposit that counts.
  const { deposits } = await readOrder(host, victim);
  expect(deposits.length).toBeLessThanOrEqual(50);
  expect(deposits.filter(({ amount }) => amount === '1')).toHaveLength(1);
  const [paid, paidOther] = host.chain('tron').receivedBy(ADDRESSES.tron);
  expect(compare(subtract(paid?.amount ?? '0', paidOther?.amount ?? '0').replace('-', ''), '10')).toBe(-1);
});

test('refunds dust of expired orders once the fee has fallen', async () => {
  const host = await startOrderHost();
  onTestFinished(() => host.close());
  let statements = 0;
  await host.restart(() => (statements += 1));
  const made = [];
  for (let count = 0; count < 30; count += 1) made.push(await makeOrder(host, { refund: ADDRESSES.bitcoin }));
  for (const { order } of made) host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.00002');
  host.chain('bitcoin').mine(3);
  await host.tick(2);
  host.advanceClock(24 * HOUR);
  await host.tick();
  for (const one of made) expect((await readOrder(host, one)).attention).toMatchObject({ actions: ['CONTACT'] });
  host.advanceClock(24 * HOUR);
  await host.tick();
  statements = 0;
  await host.tick();
  expect(statements).toBeLessThan(made.length);
  host.desk.fees.set('btc', '0.000005');
  host.advanceClock(HOUR);
  await host.tick(2);
  for (const one of made) expect(eventKinds(await readOrder(host, one))).toContain('REFUND_REQUESTED');
});
