import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { setTimeout } from 'node:timers/promises';
import { decodeAccountID, encodeXAddress } from 'ripple-address-codec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Value } from 'typebox/value';
import type { ApiError } from '../../../contract/errors.ts';
import type { PairData } from '../../../contract/schemas/rates.ts';
import { CreateOrderBody, OrderSchema, type CreateOrderInput, type Order } from '../../../contract/schemas/orders.ts';
import { ChainRefusedError, ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import { addToBlacklist } from '../../operator/testing/acts.ts';
import {
  catalogue,
  ADDRESSES,
  CLIENT,
  inputFor,
  makeOrder,
  startOrderHost,
  type OrderHost,
  type OrderOptions,
} from '../testing/orderHost.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const create = (input: CreateOrderInput, idempotencyKey: string | null = null): Promise<Order> =>
  host.orders.create(input, { ...CLIENT, idempotencyKey });

/** Returns the ApiError that the create call rejects with. */
async function refusal(input: CreateOrderInput, idempotencyKey: string | null = null): Promise<ApiError> {
  return await create(input, idempotencyKey).then(
    () => expect.fail('was not refused'),
    (error: ApiError) => error,
  );
}

const reservations = () => host.database.selectFrom('reservations').selectAll().execute();

const change = (wanted: OrderOptions, changes: Partial<CreateOrderInput>): CreateOrderInput => ({
  ...inputFor(host, wanted).input,
  ...changes,
});

test("answers with the contract's schema, e-mail and refund address masked", async () => {
  const input = change(
    {},
    { userEmail: 'anna@example.com', legacyOrderId: 'old-7', utmData: { source: 'x' }, referrerId: 'causeway' },
  );
  expect(Value.Check(CreateOrderBody, input)).toBe(true);
  const order = await create(input);
  expect([...Value.Errors(OrderSchema, order)]).toEqual([]);
  expect(order).toMatchObject({
    userEmail: 'a•••@example.com',
    refundAddress: 'bc1qw5•••f3t4',
    legacyOrderId: 'old-7',
    minConfirmationsToWithdraw: 2,
    isExpired: false,
    attention: null,
  });
});

test("queries an unresponsive network's balance once for concurrent orders, and retries after a delay", async () => {
  await create(inputFor(host).input);
  host.advanceClock(31_000);
  const tron = host.chain('tron');
  let requests = 0;
  tron.balance = async () => {
    requests += 1;
    await setTimeout(50);
    throw new ChainUnavailableError('a time-out');
  };
  const orders = await Promise.all(
    Array.from({ length: 55 }, async () => await create(inputFor(host, { amount: '0.01' }).input)),
  );
  expect([orders.length, requests]).toEqual([55, 1]);
  await create(inputFor(host).input);
  expect(requests).toBe(1);
  host.advanceClock(6_000);
  await create(inputFor(host).input);
  expect(requests).toBe(2);
});

test('asks to try again when the deposit network gives no address', async () => {
  const { input } = inputFor(host);
  const bitcoin = host.chain('bitcoin');
  const { addressAt } = bitcoin;
  bitcoin.addressAt = async (index) => {
    if (index === TREASURY_INDEX) return await addressAt(index);
    throw new ChainUnavailableError('no wallet answers');
  };
  expect((await refusal(input)).code).toBe('ERR_SERVICE_UNAVAILABLE');
});

test("fails fast for further orders while a network's balance is unknown", async () => {
  const tron = host.chain('tron');
  const { balance } = tron;
  let requests = 0;
  tron.balance = async () => {
    requests += 1;
    throw new ChainUnavailableError('a time-out');
  };
  const wanted = inputFor(host).input;
  const silent = { code: 'ERR_SERVICE_UNAVAILABLE', message: expect.stringContaining('does not answer') };
  expect([await refusal(wanted), await refusal(wanted)]).toMatchObject([silent, silent]);
  expect(requests).toBe(1);
  host.advanceClock(5_000);
  expect(await refusal(wanted)).toMatchObject(silent);
  expect(requests).toBe(2);
  tron.balance = balance;
  host.advanceClock(5_000);
  await create(inputFor(host).input);
});

test('never assigns a deposit address twice', async () => {
  const orders = [await makeOrder(host), await makeOrder(host), await makeOrder(host)];
  expect(new Set(orders.map(({ order }) => order.depositAddress)).size).toBe(3);
});

test('honours an unexpired fixed quote to the last digit after the market moved (D4)', async () => {
  const { input } = inputFor(host, { rateMode: 'FIXED' });
  host.desk.prices.set('btc', '59401');
  host.advanceClock(29_000);
  expect((await create(input)).amountToGet).toBe(input.claimedPublicRate.claimedAmountToReceive);
});

test('asks about an unexpired fixed quote whose market is beyond its limit, because the rate would be lost at once (D67)', async () => {
  const { input } = inputFor(host, { rateMode: 'FIXED' });
  host.desk.prices.set('btc', '59399');
  expect(await refusal(input)).toMatchObject({ code: 'ERR_RATE_CHANGED', details: { pairData: { rateMode: 'FIXED' } } });
});

test('asks with new pair data when an expired or unrelated fixed quote became worse', async () => {
  const { input } = inputFor(host, { rateMode: 'FIXED' });
  host.desk.prices.set('btc', '59999');
  const otherAmount = await refusal({ ...input, claimedDepositAmount: '0.10000001' });
  expect(otherAmount.code).toBe('ERR_RATE_CHANGED');
  host.advanceClock(31_000);
  const expired = await refusal(input);
  expect(expired).toMatchObject({ code: 'ERR_RATE_CHANGED', details: { pairData: { rateMode: 'FIXED', amountToGive: '0.1' } } });
});

test("accepts an expired fixed quote at today's price when the price became better", async () => {
  const { input } = inputFor(host, { rateMode: 'FIXED' });
  host.desk.prices.set('btc', '60100');
  host.advanceClock(31_000);
  expect((await create(input)).amountToGet).toBe('5978.45');
});

test('asks for a floating rate only when it is worse by more than 0.5 %', async () => {
  const { input } = inputFor(host);
  host.desk.prices.set('btc', '59710');
  expect((await create(input)).rateMode).toBe('FLOATING');
  host.desk.prices.set('btc', '59690');
  expect((await refusal(input)).code).toBe('ERR_RATE_CHANGED');
});

test('never uses a price claimed by the client', async () => {
  const { input } = inputFor(host, { rateMode: 'FIXED' });
  const claimed = { ...input.claimedPublicRate, claimedAmountToReceive: '9999999', price: '99999990' };
  expect((await refusal({ ...input, claimedPublicRate: claimed })).code).toBe('ERR_RATE_CHANGED');
  const modest = { ...input.claimedPublicRate, claimedAmountToReceive: '1' };
  expect((await create({ ...input, claimedPublicRate: modest })).amountToGet).toBe('5968.5');
});

test.each([
  [
    'a bad destination',
    { destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMX' },
    'destinationAddress',
    'error_address_incorrect',
  ],
  ['no refund address on a fixed rate', { refundAddress: ' ' }, 'refundAddress', 'error_address_empty'],
  ['a bad refund address', { refundAddress: ADDRESSES.tron }, 'refundAddress', 'error_address_incorrect'],
  ['a memo where there is none', { destinationAddressMemo: '7' }, 'destinationAddressMemo', 'error_memo_incorrect'],
  ['an invisible character in a memo', { destinationAddressMemo: '7\u200b' }, 'destinationAddressMemo', 'error_memo_unseen'],
  ['too many decimals', { claimedDepositAmount: '0.123456789' }, 'claimedDepositAmount', 'error_amount'],
] satisfies [string, Partial<CreateOrderInput>, string, string][])(
  'refuses %s beside its field',
  async (_name, changes, field, code) => {
    const error = await refusal(change({ rateMode: 'FIXED' }, changes));
    expect(error).toMatchObject({ code: 'ERR_VALIDATION', details: { field, code } });
  },
);

test.each(['FLOATING', 'FIXED'] as const)('accepts one account for payout and refund at a %s rate (D10)', async (rateMode) => {
  const wanted = { from: 'eth', to: 'usdterc20', amount: '1', destination: ADDRESSES.ethereum, rateMode } as const;
  const order = await create(inputFor(host, { ...wanted, refund: ADDRESSES.ethereum.toLowerCase() }).input);
  expect(order.rateMode).toBe(rateMode);
});

test('rejects the contract of a token as destination and refund address, also on another network of its family', async () => {
  const contract = catalogue.instruments.get('usdtbep20')?.contractAddress ?? '';
  const refused = (field: string) => ({
    code: 'ERR_VALIDATION',
    details: { field, code: 'error_address_incorrect', reason: 'address_contract', contractOf: 'USDT' },
  });
  expect(await refusal(inputFor(host, { to: 'eth', destination: contract }).input)).toMatchObject(refused('destinationAddress'));
  const wanted = { from: 'eth', amount: '1', refund: contract } as const;
  expect(await refusal(inputFor(host, { ...wanted, to: 'btc', destination: ADDRESSES.bitcoin }).input)).toMatchObject(
    refused('refundAddress'),
  );
});

test('rejects our own addresses as destination and refund address, in every spelling', async () => {
  const order = await makeOrder(host, { from: 'eth', amount: '1', refund: ADDRESSES.ethereum });
  const treasury = (await host.chain('bsc').addressAt(TREASURY_INDEX)).address;
  const { depositAddress } = order.order;
  const refused = (field: string) => ({ code: 'ERR_VALIDATION', details: { field, code: 'error_address_ours' } });
  // Another EVM network than the one of the deposit.
  for (const destination of [depositAddress, depositAddress.toLowerCase(), treasury.toLowerCase()]) {
    expect(await refusal(inputFor(host, { to: 'bnb', destination }).input)).toMatchObject(refused('destinationAddress'));
  }
  for (const refund of [depositAddress.toLowerCase(), treasury]) {
    const wanted = { from: 'usdterc20', amount: '100', refund } as const;
    expect(await refusal(inputFor(host, { ...wanted, to: 'btc', destination: ADDRESSES.bitcoin }).input)).toMatchObject(
      refused('refundAddress'),
    );
  }
  const shared = (await host.chain('ripple').addressAt(TREASURY_INDEX)).address;
  const tagged = encodeXAddress(decodeAccountID(shared), 7, false);
  for (const destination of [shared, tagged]) {
    expect(await refusal(inputFor(host, { to: 'xrp', destination }).input)).toMatchObject(refused('destinationAddress'));
  }
});

test.each([
  ['unknown', { slug: 'nosuchcoin', currencyTitle: 'BTC', networkTitle: 'BTC' }, 'ERR_NOT_FOUND'],
  ['titled as another', { slug: 'btc', currencyTitle: 'ETH', networkTitle: 'ERC20' }, 'ERR_VALIDATION'],
  ['the one to receive', { slug: 'usdttrc20', currencyTitle: 'USDT', networkTitle: 'TRC20' }, 'ERR_VALIDATION'],
  ['not connected here', { slug: 'xmr', currencyTitle: 'XMR', networkTitle: 'XMR' }, 'ERR_PAIR_NOT_ACTIVE'],
])('refuses a coin that is %s', async (_name, instrumentFrom, code) => {
  expect((await refusal(change({}, { instrumentFrom }))).code).toBe(code);
});

test.each(['FLOATING', 'FIXED'] as const)(
  'asks before a contract is paid at its own gas, then charges it (D53): %s',
  async (rateMode) => {
    const factors: unknown[] = [];
    const ethereum = host.chain('ethereum');
    Object.assign(ethereum, { gasFactor: async () => await Promise.resolve('3.5') });
    const { send } = ethereum;
    ethereum.send = async (request, fence) => {
      if (request.idempotencyKey.startsWith('PAYOUT')) factors.push(request.gasFactor);
      return await send(request, fence);
    };
    const { input } = inputFor(host, { to: 'eth', destination: ADDRESSES.ethereum, rateMode });
    const error = await refusal(input);
    // 0.0004 ETH for a transfer.
    expect(error).toMatchObject({
      code: 'ERR_RATE_CHANGED',
      details: { pairData: { finalNetworkFeeAmount: '0.0014' }, reason: 'PAYOUT_FEE' },
    });
    const pairData = error.details?.['pairData'] as PairData;
    const order = await create({
      ...input,
      ...(pairData.quoteId !== undefined && { quoteId: pairData.quoteId }),
      claimedPublicRate: { ...input.claimedPublicRate, claimedAmountToReceive: pairData.amountToGet },
    });
    expect(order).toMatchObject({ claimedNetworkFee: '0.0014', amountToGet: pairData.amountToGet });
    host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
    for (let round = 0; round < 4; round += 1) {
      for (const network of ['bitcoin', 'ethereum']) host.chain(network).mine(12);
      await host.tick();
    }
    const { withdrawals } = await host.orders.publicInfo(order.orderId, input.destinationAddress);
    expect(withdrawals).toMatchObject([{ amount: pairData.amountToGet }]);
    expect(factors).toEqual(['3.5']);
  },
);

test('rejects a contract that can not be paid', async () => {
  const gasFactor = async () => await Promise.reject(new ChainRefusedError('reverts'));
  Object.assign(host.chain('ethereum'), { gasFactor });
  expect(await refusal(inputFor(host, { to: 'eth', destination: ADDRESSES.ethereum }).input)).toMatchObject({
    code: 'ERR_VALIDATION',
    details: { field: 'destinationAddress', code: 'error_address_unpayable' },
  });
});

test("rejects amounts outside the desk's bounds", async () => {
  const { input } = inputFor(host);
  host.desk.minimum = '0.2';
  expect(await refusal(input)).toMatchObject({
    code: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL',
    details: { expected: '0.2' },
  });
});

test.each([
  ['ADDRESS', ADDRESSES.tron.toUpperCase()],
  ['ADDRESS', ADDRESSES.bitcoin],
  ['EMAIL', 'Bad@Example.com'],
  ['CLIENT', CLIENT.address],
] as const)('refuses a client whose %s is on the blacklist (D51)', async (kind, value) => {
  await addToBlacklist(host.context, { kind, value });
  const error = await refusal(change({}, { userEmail: 'bad@example.com' }));
  expect(error).toMatchObject({ code: 'ERR_FORBIDDEN', message: 'Client data is blacklisted' });
});

test('reserves the payout of a fixed rate, and names the available amount when the reserve is too small (D35)', async () => {
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-490000');
  await makeOrder(host, { amount: '0.1', rateMode: 'FIXED' });
  const error = await refusal(inputFor(host, { amount: '0.1' }).input);
  // 10,000 − (5,968.5 + 1.5) reserved − 1.5 fee, at 59,700 per BTC
  expect(error).toMatchObject({ code: 'ERR_NO_LIQUIDITY_AVAILABLE', details: { available: '0.06747906' } });
  expect((await makeOrder(host, { amount: '0.067479' })).order.rateMode).toBe('FLOATING');
});

test('limits the unpaid fixed-rate orders of one client, not those of clients without an address (D54)', async () => {
  // 10,000 of 500,000; an order reserves 5,970.
  Object.assign(host.context.reservationLimits, { perClientPercent: '2' });
  const createFixed = (address: string | null) =>
    host.orders.create(inputFor(host, { amount: '0.1', rateMode: 'FIXED' }).input, { ...CLIENT, address });
  await createFixed(null);
  await createFixed(null);
  await createFixed('203.0.113.1');
  await expect(createFixed('203.0.113.1')).rejects.toMatchObject({ code: 'ERR_UNPROCESSABLE_ENTITY' });
});

test('never over-reserves under concurrent creates', async () => {
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-480000');
  const { input } = inputFor(host, { amount: '0.1', rateMode: 'FIXED' });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create(input)));
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
});

test('releases the reservation of an unpaid order and shows it as expired', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.advanceClock(21 * 60_000);
  await host.tick();
  expect(await reservations()).toEqual([]);
  expect(await host.orders.publicInfo(made.order.orderId, made.destination)).toMatchObject({ isExpired: true });
});

test('releases a fixed reservation at its expiry despite a deposit in another coin', async () => {
  const first = await makeOrder(host, { from: 'eth', amount: '1', refund: ADDRESSES.ethereum, rateMode: 'FIXED' });
  host.chain('ethereum').pay({ address: first.order.depositAddress }, 'usdterc20', '1');
  host.chain('ethereum').mine();
  await host.tick();
  expect(await reservations()).toHaveLength(1);
  host.advanceClock(21 * 60_000);
  await host.tick();
  expect(await reservations()).toEqual([]);
});

test('reserves for a floating order when its deposit is in a block, for the amount received (D54)', async () => {
  const made = await makeOrder(host);
  const bitcoin = host.chain('bitcoin');
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.05');
  await host.tick();
  expect(await reservations()).toEqual([]);
  host.desk.prices.set('btc', '50000');
  bitcoin.mine(1);
  await host.tick();
  // 0.05 BTC at 50,000 less 0.5 %.
  expect(await reservations()).toMatchObject([{ order_id: made.order.orderId, amount: '2487.5' }]);
  bitcoin.mine(1);
  await host.tick();
  expect((await host.orders.publicInfo(made.order.orderId, made.destination)).withdrawals).toHaveLength(1);
});

test('reserves for a fixed order only what a partial deposit covers (D54)', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  const pay = (amount: string) => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
  expect(await reservations()).toMatchObject([{ amount: '5970' }]);
  pay('0.025');
  await host.tick(2);
  expect(await reservations()).toMatchObject([{ amount: '1492.5' }]);
  pay('0.075');
  host.chain('bitcoin').mine(1);
  await host.tick(2);
  expect(await reservations()).toMatchObject([{ amount: '5970' }]);
});

test('creates one order for the same key and body, also concurrently (D4)', async () => {
  const { input } = inputFor(host);
  const orders = await Promise.all(Array.from({ length: 5 }, () => create(input, 'key-number-1')));
  host.desk.prices.set('btc', '1');
  orders.push(await create({ ...input }, 'key-number-1'));
  expect(new Set(orders.map((order) => order.orderId)).size).toBe(1);
  expect(await host.database.selectFrom('orders').selectAll().execute()).toHaveLength(1);
});

test('rejects a key with another body, and frees the key of a failed create', async () => {
  const { input } = inputFor(host);
  expect((await refusal({ ...input, destinationAddress: 'nonsense' }, 'key-number-2')).code).toBe('ERR_VALIDATION');
  await create(input, 'key-number-2');
  const other = { ...input, userEmail: 'else@example.com' };
  expect((await refusal(other, 'key-number-2')).code).toBe('ERR_IDEMPOTENCY_MISMATCH');
});
