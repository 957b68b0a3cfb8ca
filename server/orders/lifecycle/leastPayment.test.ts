import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compare, type Decimal } from '../../../contract/money.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { countUnresolved } from '../../operator/unresolved.ts';
import { estimateTransferFees } from '../../operator/estimateTransferFees.ts';
import { BelowLeastPaymentError, ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import { countTreasuries } from '../../reconcile/balances.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, reconcileNow, refusalOf, runOperator } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  LITECOIN,
  makeOrder,
  readOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';

const DAY = 24 * 3_600_000;
const LTC_WITNESS = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';

/** Of LTC, a refund costs 0.0000209 here, as where this was found. What is left of each deposit is below `least`. */
const CASES = [
  {
    network: 'bitcoin',
    coin: 'btc',
    address: ADDRESSES.bitcoin,
    amount: '0.1',
    paid: '0.0000329',
    least: '0.00000294',
    left: '0.0000029',
  },
  { network: 'litecoin', coin: 'ltc', address: LTC_WITNESS, amount: '2', paid: '0.00003', least: '0.0000294', left: '0.0000091' },
  { network: 'ripple', coin: 'xrp', address: ADDRESSES.ripple, amount: '200', paid: '0.5', least: '1', left: '0.49998' },
] as const;
type Case = (typeof CASES)[number];

let host: OrderHost;
/** The least by address: of all others, "0" */
let leasts: Map<string | null, Decimal | Error>;

beforeEach(async () => {
  host = await startOrderHost({}, undefined, [LITECOIN]);
  await countTreasuries(host.context);
  host.desk.fees.set('ltc', '0.0000209');
  for (const { network, coin } of CASES) host.chain(network).fee = host.desk.fees.get(coin) ?? '0';
  leasts = new Map();
  for (const network of [...CASES.map((one) => one.network), 'tron']) limit(network);
});
afterEach(async () => {
  await host.close();
});

/** Lets a network refuse what is below the least of an address. */
function limit(network: string): void {
  const chain = host.chain(network);
  const leastPayment = async (_slug: string, address: string | null): Promise<Decimal> => {
    const least = leasts.get(address) ?? '0';
    return least instanceof Error ? await Promise.reject(least) : await Promise.resolve(least);
  };
  const check = async (toAddress: string, amount: Decimal): Promise<void> => {
    if (compare(amount, await leastPayment('', toAddress)) < 0) throw new BelowLeastPaymentError();
  };
  const { send, sendMany } = chain;
  Object.assign(chain, {
    leastPayment,
    send: async (...[request, fence]: Parameters<typeof send>) => {
      await check(request.toAddress, request.amount);
      return await send(request, fence);
    },
    ...(sendMany && {
      sendMany: async (...[requests, fence]: Parameters<typeof sendMany>) => {
        for (const { toAddress, amount } of requests) await check(toAddress, amount);
        await sendMany(requests, fence);
      },
    }),
  });
}

const run = async ({ network }: Pick<Case, 'network'>, rounds = 3): Promise<void> =>
  await mineAndTick(host, [network, 'tron'], rounds, 70);
const pay = ({ network, coin }: Pick<Case, 'network' | 'coin'>, { order }: MadeOrder, amount: Decimal): void =>
  void host.chain(network).pay({ address: order.depositAddress, memo: order.depositAddressMemo }, coin, amount);
const received = ({ network, address }: Case) => host.chain(network).receivedBy(address);
const attentionOf = async (made: MadeOrder) => (await readOrder(host, made)).attention;
const infoOf = async (made: MadeOrder) => await host.orders.refundInfo(made.order.orderId);

async function make({ coin, amount, address }: Case, refund: string | null = address): Promise<MadeOrder> {
  return await makeOrder(host, { from: coin, amount, refund });
}

/** A deposit far below the minimum, about which the customer is asked. */
async function undecided(one: Case, refund?: string | null): Promise<MadeOrder> {
  const made = await make(one, refund);
  host.desk.minimum = '5';
  pay(one, made, one.paid);
  await run(one);
  await host.orders.finishDeposit(
    { orderId: made.order.orderId, destinationAddress: made.destination },
    { orderToken: made.token, clientAddress: null },
  );
  return made;
}

/** A completed order with another deposit. */
async function paidTwice(one: Case): Promise<MadeOrder> {
  const made = await make(one);
  pay(one, made, one.amount);
  await run(one, 5);
  host.desk.minimum = '500';
  pay(one, made, one.paid);
  await run(one, 2);
  return made;
}

async function request(made: MadeOrder, shown: { refundAmount: string; networkFee: string }, more: object = {}): Promise<Order> {
  const { refundAmount, networkFee: claimedNetworkFee } = shown;
  return await host.orders.requestRefund(
    { orderId: made.order.orderId, destinationAddress: made.destination, refundAmount, claimedNetworkFee, ...more },
    { orderToken: made.token, clientAddress: null },
  );
}

describe.each(CASES.map((one) => [one.network, one] as const))('a refund on %s that would not arrive (D78)', (_network, one) => {
  test('is not offered, and the deposit is dust', async () => {
    leasts.set(one.address, one.least);
    const made = await undecided(one);
    expect(await attentionOf(made)).toMatchObject({ reason: 'BELOW_MINIMUM', actions: ['CONTACT'] });
    const shown = await infoOf(made);
    expect(shown.refundAmount).toBe('0');
    const refusal = await refusalOf(request(made, { refundAmount: one.left, networkFee: shown.networkFee }));
    expect(refusal.code).toBe('ERR_NOT_ACCEPTABLE');
    host.advanceClock(2 * DAY);
    await run(one);
    expect(received(one)).toEqual([]);
    expect(await attentionOf(made)).toMatchObject({ reason: 'BELOW_MINIMUM', actions: ['CONTACT'] });
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('is not offered while nobody has named an address', async () => {
    leasts.set(null, one.least);
    const made = await undecided(one, null);
    host.advanceClock(2 * DAY);
    await run(one);
    expect(await attentionOf(made)).toMatchObject({ actions: ['CONTACT'] });
    const fees = async (instruments: readonly string[]) => await estimateTransferFees(host.context, instruments);
    expect((await countUnresolved(host.context, fees)).DECISION.count).toBe(0);
  });

  test('is refused to an address that takes more than the others', async () => {
    const made = await undecided(one, null);
    leasts.set(one.address, one.least);
    const { networkFee, refundAmount = '' } = await infoOf(made);
    const refusal = await refusalOf(request(made, { refundAmount, networkFee }, { refundAddress: one.address }));
    expect(refusal).toMatchObject({ code: 'ERR_VALIDATION', details: { field: 'refundAddress', code: 'error_address_least' } });
    expect(await attentionOf(made)).toMatchObject({ actions: ['REFUND', 'CONTACT'] });
  });

  test('is made at the deadline once the address takes it', async () => {
    leasts.set(one.address, one.least);
    const made = await undecided(one);
    host.advanceClock(DAY);
    await run(one);
    leasts.delete(one.address);
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await run(one, 5);
    expect(received(one)).toMatchObject([{ amount: one.left }]);
    expect((await readOrder(host, made)).status).toBe('REFUNDED');
  });

  test('waits while no node says what the address takes, instead of guessing', async () => {
    leasts.set(one.address, new ChainUnavailableError('no node answers'));
    const made = await undecided(one);
    host.advanceClock(DAY);
    await run(one);
    expect([received(one), (await readOrder(host, made)).status]).toEqual([[], 'DECISION_NEEDED']);
    leasts.set(one.address, one.least);
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await run(one);
    expect(await attentionOf(made)).toMatchObject({ actions: ['CONTACT'] });
    leasts.delete(one.address);
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await run(one, 5);
    expect(received(one)).toMatchObject([{ amount: one.left }]);
  });

  test('is not made of an extra deposit, until the address takes it', async () => {
    leasts.set(one.address, one.least);
    const made = await paidTwice(one);
    const extra = async () => ((await infoOf(made)).extra ?? [])[0];
    const shown = await extra();
    expect(shown).toMatchObject({ refundAmount: '0', actions: ['CONTACT'], deadline: null });
    const more = { depositTxHash: shown?.depositTxHash ?? '' };
    const amounts = { refundAmount: one.left, networkFee: shown?.networkFee ?? '' };
    expect((await refusalOf(request(made, amounts, more))).code).toBe('ERR_NOT_ACCEPTABLE');
    host.advanceClock(2 * DAY);
    await run(one);
    expect([received(one), (await extra())?.state]).toEqual([[], 'HERE']);
    leasts.delete(one.address);
    host.advanceClock(2 * DAY);
    await run(one, 5);
    expect(received(one)).toMatchObject([{ amount: one.left }]);
  });

  test('is not made for an operator', async () => {
    const made = await undecided(one, null);
    leasts.set(one.address, one.least);
    await runOperator(host, 'refund', made.order.orderId, one.address);
    await run(one);
    expect([received(one), (await readOrder(host, made)).status]).toEqual([[], 'DECISION_NEEDED']);
    expect(await attentionOf(made)).toMatchObject({ actions: ['CONTACT'] });
  });

  test('is not redirected to the address', async () => {
    const made = await undecided(one);
    host.chain(one.network).mode = 'refuse';
    const { networkFee, refundAmount = '' } = await infoOf(made);
    await request(made, { refundAmount, networkFee });
    await run(one);
    leasts.set(one.address, one.least);
    const said = await runOperator(host, 'refund', `REFUND:${made.order.orderId}`, one.address);
    expect(said).toContain('too little would arrive');
  });
});

describe('a payout that would not arrive (D78)', () => {
  const [BITCOIN] = CASES;

  test('is refused when the order is created', async () => {
    leasts.set(ADDRESSES.tron, '7000');
    const refusal = await refusalOf(make(BITCOIN));
    expect(refusal).toMatchObject({
      code: 'ERR_VALIDATION',
      details: { field: 'destinationAddress', code: 'error_address_least' },
    });
  });

  test('is refused while no node says what the address takes', async () => {
    leasts.set(ADDRESSES.tron, new ChainUnavailableError('no node answers'));
    expect((await refusalOf(make(BITCOIN))).code).toBe('ERR_SERVICE_UNAVAILABLE');
  });

  test('becomes a question when the deposit is smaller than announced', async () => {
    leasts.set(ADDRESSES.tron, '3000');
    const made = await make(BITCOIN);
    pay(BITCOIN, made, '0.04');
    await run(BITCOIN);
    expect(await attentionOf(made)).toMatchObject({ reason: 'BELOW_MINIMUM' });
    expect(host.chain('tron').receivedBy(ADDRESSES.tron)).toEqual([]);
  });

  test('becomes a refund when the network refuses it', async () => {
    const made = await make(BITCOIN);
    leasts.set(ADDRESSES.tron, '7000');
    pay(BITCOIN, made, '0.1');
    await run(BITCOIN, 6);
    expect((await readOrder(host, made)).status).toBe('REFUNDED');
    expect(received(BITCOIN)).toMatchObject([{ amount: '0.09997' }]);
    expect(await reconcileNow(host)).toEqual([]);
  });
});
