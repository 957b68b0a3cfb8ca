import type { FastifyInstance } from 'fastify';
import { claimedRate } from '../../../contract/claimedRate.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import type { PairData } from '../../../contract/schemas/rates.ts';
import type { KnownValues } from './goodInput.ts';

const [FROM, TO, AMOUNT] = ['btc', 'usdttrc20', '0.01'];
const DESTINATION = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';

/** A quote and an order of this host, so that what is built from them gets past its front door. */
export async function knownValues(app: FastifyInstance): Promise<KnownValues> {
  const ask = { instrumentFromSlug: FROM, instrumentToSlug: TO, rateMode: 'FLOATING', claimedDepositAmount: AMOUNT };
  const pair = await call<PairData>(app, 'GET', `/api/v2/rates/public/one?${new URLSearchParams(ask).toString()}`);
  const creation = { ...claimedRate(pair), destinationAddress: DESTINATION, quoteId: pair.quoteId ?? '' };
  const order = await call<Order>(app, 'POST', '/api/v1/orders/public/create', creation);
  return {
    ...ask,
    ...creation,
    claimedDepositAmountCurrency: FROM,
    exchangeType: 'crypto',
    orderId: order.orderId,
    destinationAddressMemo: '',
    refundAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    refundAddressMemo: '',
    refundAmount: AMOUNT,
    userEmail: 'anna@example.com',
    utmData: { utm_source: 'test' },
    page: '/support',
    providers: 'EMBEDDED',
    currencyTitle: 'BTC',
    networkTitle: pair.instrumentFrom.networkTitle,
    fromCurrencyTitle: pair.instrumentFrom.currencyTitle,
    fromNetworkTitle: pair.instrumentFrom.networkTitle,
    toCurrencyTitle: pair.instrumentTo.currencyTitle,
    toNetworkTitle: pair.instrumentTo.networkTitle,
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    // What the sandbox is told must not spoil what the other calls are asked.
    instrumentSlug: 'ltc',
    toAddress: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
    amount: AMOUNT,
    networkSlug: 'litecoin',
    blocks: 1,
    symbol: 'DOGE',
    port: 'dogecoin',
  };
}

async function call<Answer>(app: FastifyInstance, method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
  const answer = await app.inject({ method, url, headers: { host: 'localhost' }, ...(payload && { payload }) });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
  return answer.json<Answer>();
}
