import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Decimal } from '../../../contract/money.ts';
import type { ExtraDeposit } from '../../../contract/schemas/orders.ts';
import { ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import { countTreasuries } from '../../reconcile/balances.ts';
import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, reconcileNow, refusalOf, runOperator } from '../testing/hostActions.ts';
import { ADDRESSES, makeOrder, startOrderHost, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

const DAY = 24 * 3_600_000;
/** A transfer of ETH costs 0.0004, and to the contract 3.5 times as much. */
const ORDER = { from: 'eth', to: 'btc', amount: '0.1', destination: ADDRESSES.bitcoin } as const;
const { ethereum: USUAL, ethereumOther: CONTRACT } = ADDRESSES;

let host: OrderHost;
let factors: Map<string, Decimal | Error>;

beforeEach(async () => {
  host = await startOrderHost();
  await countTreasuries(host.context);
  factors = new Map([[CONTRACT, '3.5']]);
  const gasFactor = async (_slug: string, address: string): Promise<Decimal> => {
    const factor = factors.get(address) ?? '1';
    return factor instanceof Error ? await Promise.reject(factor) : await Promise.resolve(factor);
  };
  Object.assign(host.chain('ethereum'), { gasFactor });
});
afterEach(async () => {
  await host.close();
});

const run = async (rounds = 4): Promise<void> => await mineAndTick(host, ['ethereum', 'bitcoin'], rounds, 12);
const pay = (made: MadeOrder, coins: string): void =>
  void host.chain('ethereum').pay({ address: made.order.depositAddress }, 'eth', coins);
const received = (address: string) => host.chain('ethereum').receivedBy(address);
const extrasOf = async (made: MadeOrder): Promise<ExtraDeposit[]> =>
  (await host.orders.refundInfo(made.order.orderId)).extra ?? [];

/** A completed order that receives more ETH, which stays an extra deposit. */
async function paidTwice(refund: string, more = '0.01'): Promise<MadeOrder> {
  const made = await makeOrder(host, { ...ORDER, refund });
  pay(made, '0.1');
  await run();
  host.desk.minimum = '100';
  pay(made, more);
  await run(2);
  return made;
}

async function requestExtra(made: MadeOrder, refundAddress?: string): Promise<unknown> {
  const [extra] = await extrasOf(made);
  return await host.orders.requestRefund(
    {
      orderId: made.order.orderId,
      destinationAddress: made.destination,
      depositTxHash: extra?.depositTxHash ?? '',
      refundAmount: extra?.refundAmount ?? '',
      claimedNetworkFee: extra?.networkFee ?? '',
      ...(refundAddress !== undefined && { refundAddress }),
    },
    { orderToken: made.token, clientAddress: null },
  );
}

describe('the refund of an extra deposit (D77)', () => {
  test('is charged a day later what its address costs', async () => {
    const made = await paidTwice(CONTRACT);
    expect(await extrasOf(made)).toMatchObject([{ networkFee: '0.0014', refundAmount: '0.0086' }]);
    host.advanceClock(DAY);
    await run();
    expect(received(CONTRACT)).toMatchObject([{ amount: '0.0086' }]);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('waits while the network does not say what its address costs', async () => {
    const made = await paidTwice(USUAL);
    factors.set(USUAL, new ChainUnavailableError('no node answers'));
    host.advanceClock(DAY);
    await run();
    expect(received(USUAL)).toEqual([]);
    factors.set(USUAL, '2');
    host.advanceClock(DAY);
    await run();
    expect(received(USUAL)).toMatchObject([{ amount: '0.0092' }]);
    expect((await extrasOf(made))[0]).toMatchObject({ state: 'REFUNDED' });
  });

  test('asks no node about dust', async () => {
    const made = await paidTwice(USUAL, '0.0003');
    const asked: string[] = [];
    Object.assign(host.chain('ethereum'), { gasFactor: async (_slug: string, address: string) => (asked.push(address), '1') });
    host.advanceClock(DAY);
    await run();
    expect([asked, (await extrasOf(made))[0]?.state]).toEqual([[], 'HERE']);
  });

  test('is sent on request only after the customer has seen what the address costs', async () => {
    const made = await paidTwice(USUAL);
    expect(await extrasOf(made)).toMatchObject([{ networkFee: '0.0004' }]);
    expect(await refusalOf(requestExtra(made, CONTRACT))).toMatchObject({ code: 'ERR_RATE_CHANGED' });
    expect(await extrasOf(made)).toMatchObject([{ networkFee: '0.0014', state: 'HERE' }]);
    await requestExtra(made, CONTRACT);
    await run();
    expect(received(CONTRACT)).toMatchObject([{ amount: '0.0086' }]);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('waits when its address has come to cost more than was agreed, instead of being paid by the treasury', async () => {
    const made = await paidTwice(USUAL);
    await requestExtra(made);
    factors.set(USUAL, '3.5');
    host.chain('ethereum').fee = '0.0014';
    await run();
    expect(await runOperator(host, 'list')).toContain('REFUSED FEE_ROSE');
    expect(received(USUAL)).toEqual([]);
    factors.set(USUAL, '1');
    host.chain('ethereum').fee = '0.0004';
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await run();
    expect(received(USUAL)).toMatchObject([{ amount: '0.0096' }]);
    expect(received(USUAL)[0]?.fromIndex).not.toBe(TREASURY_INDEX);
  });
});

test('the refund of an extra deposit that the treasury pays waits while its fee has risen too far (D67)', async () => {
  const tokens = { from: 'usdttrc20', to: 'btc', amount: '1000', destination: ADDRESSES.bitcoin, refund: ADDRESSES.tron };
  const made = await makeOrder(host, tokens);
  const payTokens = (amount: string) => host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', amount);
  const runBoth = async () => await mineAndTick(host, ['tron', 'bitcoin'], 4, 20);
  payTokens('1000');
  await runBoth();
  host.desk.minimum = '100000';
  payTokens('50');
  await runBoth();
  await requestExtra(made);
  const fee = host.desk.fees.get('usdttrc20') ?? '';
  host.desk.fees.set('usdttrc20', '20');
  await runBoth();
  expect(await runOperator(host, 'list')).toContain('REFUSED FEE_ROSE');
  host.desk.fees.set('usdttrc20', fee);
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await runBoth();
  expect((await extrasOf(made))[0]).toMatchObject({ state: 'REFUNDED' });
});

describe('the refund of an order (D77)', () => {
  /** Pays more than the maximum, so that the customer must decide. */
  async function undecided(refund: string): Promise<MadeOrder> {
    const made = await makeOrder(host, { ...ORDER, refund });
    host.desk.maximum = '0.15';
    pay(made, '0.2');
    await run(3);
    return made;
  }

  test('is charged what an address costs that an operator named', async () => {
    const made = await undecided(USUAL);
    await runOperator(host, 'refund', made.order.orderId, CONTRACT, '--replace');
    await run();
    expect(received(CONTRACT)).toMatchObject([{ amount: '0.1986' }]);
  });

  test('is charged at the deadline what its address costs if the network had not said it before', async () => {
    factors.set(CONTRACT, new ChainUnavailableError('no node answers'));
    const made = await undecided(CONTRACT);
    expect(await host.orders.refundInfo(made.order.orderId)).toMatchObject({ networkFee: '0.0004' });
    factors.set(CONTRACT, '3.5');
    host.advanceClock(DAY);
    await run();
    expect(received(CONTRACT)).toMatchObject([{ amount: '0.1986' }]);
    expect(await reconcileNow(host)).toEqual([]);
  });
});

test('a payout waits when its address has become a contract since the order was priced (D67)', async () => {
  host.desk.fees.set('eth', '0.1');
  const made = await makeOrder(host, { to: 'eth', destination: USUAL });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  factors.set(USUAL, '5');
  await run();
  expect(await runOperator(host, 'list')).toContain('REFUSED FEE_ROSE');
  factors.set(USUAL, '1');
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run();
  expect(received(USUAL)).toHaveLength(1);
});
