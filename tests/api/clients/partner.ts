import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from '../dist/openapiTypescript.ts';
import { PAIR, POLL_MS, type ApiKey } from './exchange.ts';
import { orderAt } from './openapiFetch.ts';
import { createSigningClient } from './signing.ts';

/** A partner's server: signs every call alike, and decides about its order without an order token. */
export async function refundAsPartner(baseUrl: string, key: ApiKey): Promise<{ reads: number[]; status: string | undefined }> {
  const client = createSigningClient(baseUrl, key);
  const reads = await Promise.all([
    client.GET('/api/v1/health'),
    client.GET('/api/v1/status'),
    client.GET('/api/v1/fees'),
    client.GET('/api/v1/keys'),
    client.GET('/api/v1/stats/public'),
    client.GET('/api/v1/affiliates/public/program'),
  ]);

  const query = { ...PAIR, rateMode: 'FIXED' } as const;
  const { data: quote } = await client.GET('/api/v2/rates/public/one', { params: { query } });
  if (!quote) throw new Error('There is no rate');
  const { data: order, error } = await client.POST('/api/v1/orders/public/create', {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: { ...orderAt(quote), refundAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  });
  if (!order) throw new Error(error.code);

  // Twice the amount of a fixed rate is a question.
  const payment = { instrumentSlug: 'btc', toAddress: order.depositAddress, amount: '0.1' };
  await createClient<paths>({ baseUrl }).POST('/api/sandbox/send', { body: payment });
  const { orderId, destinationAddress } = order;
  const readOrder = async () =>
    await client.GET('/api/v1/orders/public-info', { params: { query: { orderId, destinationAddress } } });
  while (!(await readOrder()).data?.attention) await wait(POLL_MS);
  const { data: info } = await client.GET('/api/v1/orders/order-refund-info', { params: { query: { orderId } } });
  if (info?.refundAmount === undefined) throw new Error('No refund is offered');
  const { data: refunded } = await client.POST('/api/v1/orders/public/request-refund', {
    body: { orderId, destinationAddress, refundAmount: info.refundAmount, claimedNetworkFee: info.networkFee },
  });
  return { reads: reads.map(({ response }) => response.status), status: refunded?.status };
}
