import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { apiRoutes } from '../../../contract/api/index.ts';
import { claimedRate } from '../../../contract/claimedRate.ts';
import type { ReferrerIdOutput } from '../../../contract/schemas/affiliates.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import type { PairData } from '../../../contract/schemas/rates.ts';
import { signUp, TEST_PASSWORD } from '../../../server/accounts/testing/customers.ts';
import type { FaultHost } from '../faultHost.ts';
import type { KnownValues } from './goodInput.ts';

const [FROM, TO, AMOUNT] = ['btc', 'usdttrc20', '0.01'];
const ASK = { instrumentFromSlug: FROM, instrumentToSlug: TO, claimedDepositAmount: AMOUNT };
const DESTINATION = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';
const REFUND = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TOO_MUCH = '0.02';
/** For a deposit to be seen, on a busy machine */
const PATIENCE_MS = 180_000;
const POLL_MS = 1_000;

/** The order token of {@link knownValues}: authorises decisions for the order. */
export const KNOWN_ORDER_TOKEN = 'known'.padEnd(43, 'x');

const KNOWN_EMAIL = 'anna@example.com';

/** Registers the customer of {@link knownValues}, who has a balance. Returns the headers of its calls. */
export async function signUpKnownCustomer({ app, credit }: FaultHost): Promise<{ authorization: string }> {
  const { userId, headers } = await signUp(app, KNOWN_EMAIL);
  await credit(userId, '100');
  return headers;
}

/**
 * Returns valid inputs: a quote of this host, and an order that awaits the customer's decision. Calls built from them pass
 * validation and reach the money logic. None of them accepts the real offer of the order.
 */
export async function knownValues(app: FastifyInstance, customer: { authorization: string }): Promise<KnownValues> {
  const order = await requestedOrder(app);
  const { referrerId } = await call<ReferrerIdOutput>(app, 'GET', apiRoutes['affiliates.referrerId'].path, customer);
  const ask = { ...ASK, rateMode: 'FLOATING' };
  const pair = await quote(app, ask.rateMode);
  const creation = { ...claimedRate(pair), destinationAddress: DESTINATION, quoteId: pair.quoteId ?? '' };
  return {
    ...ask,
    ...creation,
    claimedDepositAmountCurrency: FROM,
    exchangeType: 'crypto',
    // With it the order is a card purchase.
    fiat: undefined,
    orderId: order.orderId,
    destinationAddressMemo: '',
    refundAddress: REFUND,
    refundAddressMemo: '',
    refundAmount: AMOUNT,
    // With these fields a refund concerns an extra deposit.
    depositTxHash: undefined,
    depositIndex: undefined,
    userEmail: 'anna@example.com',
    email: KNOWN_EMAIL,
    password: TEST_PASSWORD,
    // Not the right one: another request would change the password.
    currentPassword: 'wrong password',
    referrerAffiliateId: undefined,
    referrerId,
    // The first page of a list
    cursor: undefined,
    since: '2026-11-20T14:02:11.000Z',
    until: '2100-01-01T00:00:00.000Z',
    utmData: { utm_source: 'test' },
    page: '/support',
    providers: 'EMBEDDED',
    currencyTitle: pair.instrumentTo.currencyTitle,
    networkTitle: pair.instrumentTo.networkTitle,
    fromCurrencyTitle: pair.instrumentFrom.currencyTitle,
    fromNetworkTitle: pair.instrumentFrom.networkTitle,
    toCurrencyTitle: pair.instrumentTo.currencyTitle,
    toNetworkTitle: pair.instrumentTo.networkTitle,
    address: DESTINATION,
    // Inputs of the sandbox. They must not affect the other calls.
    instrumentSlug: 'ltc',
    toAddress: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
    amount: AMOUNT,
    memo: '',
    networkSlug: 'litecoin',
    blocks: 1,
    symbol: 'DOGE',
    port: 'dogecoin',
  };
}

async function quote(app: FastifyInstance, rateMode: string): Promise<PairData> {
  const query = new URLSearchParams({ ...ASK, rateMode });
  return await call<PairData>(app, 'GET', `${apiRoutes['rates.one'].path}?${query.toString()}`);
}

/** An order with a fixed rate and a token, for which too much was paid. */
async function requestedOrder(app: FastifyInstance): Promise<Order> {
  const pair = await quote(app, 'FIXED');
  const made = await call<Order>(
    app,
    'POST',
    apiRoutes['orders.create'].path,
    {},
    {
      ...claimedRate(pair),
      destinationAddress: DESTINATION,
      refundAddress: REFUND,
      quoteId: pair.quoteId,
      orderTokenHash: createHash('sha256').update(KNOWN_ORDER_TOKEN).digest('hex'),
    },
  );
  await call(
    app,
    'POST',
    apiRoutes['sandbox.send'].path,
    {},
    {
      instrumentSlug: FROM,
      toAddress: made.depositAddress,
      amount: TOO_MUCH,
    },
  );
  const query = new URLSearchParams({ orderId: made.orderId, destinationAddress: DESTINATION });
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const order = await call<Order>(app, 'GET', `${apiRoutes['orders.publicInfo'].path}?${query.toString()}`);
    if (order.attention?.actions.length === 2) return order;
    if (Date.now() > until) throw new Error(`Order ${order.orderId} is asked nothing`);
    await wait(POLL_MS);
  }
}

async function call<Answer>(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string> = {},
  payload?: object,
): Promise<Answer> {
  const answer = await app.inject({ method, url, headers: { host: 'localhost', ...headers }, ...(payload && { payload }) });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
  return answer.json<Answer>();
}
