import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from '../dist/openapiTypescript.ts';
import { DESTINATION, PAIR, POLL_MS, UNKNOWN_ORDER_ID, type ExchangeWith } from './exchange.ts';

type Instrument = components['schemas']['Instrument'];
const named = ({ slug, currencyTitle, networkTitle }: Instrument) => ({ slug, currencyTitle, networkTitle });

/** Returns the body of `create` that accepts a quote. */
export const orderAt = (quote: components['schemas']['PairData']) => ({
  rateMode: quote.rateMode,
  instrumentFrom: named(quote.instrumentFrom),
  instrumentTo: named(quote.instrumentTo),
  destinationAddress: DESTINATION,
  claimedPublicRate: {
    finalNetworkFeeAmount: quote.finalNetworkFeeAmount,
    platformFee_Absolute: quote.platformFee_Absolute,
    price: quote.price,
    quotes: quote.quotes,
    updatedAt: quote.updatedAt,
    claimedAmountToReceive: quote.amountToGet,
  },
  claimedNetworkFee: quote.finalNetworkFeeAmount,
  claimedDepositAmount: quote.amountToGive,
  quoteId: quote.quoteId,
});

/** With the types of openapi-typescript and the client openapi-fetch. */
export const exchange: ExchangeWith = async (baseUrl) => {
  const client = createClient<paths>({ baseUrl });
  const { data: quote } = await client.GET('/api/v2/rates/public/one', { params: { query: PAIR } });
  if (!quote) throw new Error('There is no rate');
  const request = {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: orderAt(quote),
  };
  const { data: order, error } = await client.POST('/api/v1/orders/public/create', request);
  if (!order) throw new Error(error.code);
  const { data: repeated } = await client.POST('/api/v1/orders/public/create', request);

  const payment = { instrumentSlug: 'btc', toAddress: order.depositAddress, amount: order.claimedDepositAmount };
  await client.POST('/api/sandbox/send', { body: payment });
  const read = async (orderId: string) =>
    await client.GET('/api/v1/orders/public-info', { params: { query: { orderId, destinationAddress: DESTINATION } } });
  let { status } = order;
  while (status !== 'COMPLETED') {
    await wait(POLL_MS);
    status = (await read(order.orderId)).data?.status;
  }
  const unknown = await read(UNKNOWN_ORDER_ID);
  return {
    orderId: order.orderId,
    repeatedOrderId: repeated?.orderId ?? '',
    finalStatus: status,
    errorCode: unknown.error?.code ?? '',
  };
};
