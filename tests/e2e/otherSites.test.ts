import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimedRate } from '../../contract/claimedRate.ts';
import { ADDRESSES } from '../support/browser/exchangeForm.ts';
import { quoteExchange } from '../support/samples/makeOrder.ts';
import { useSite } from '../support/browser/useSite.ts';
import { serveLocally, type LocalServer } from '../support/serveLocally.ts';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  credentials?: 'include';
}

const here = useSite();
let wallet: LocalServer;
beforeAll(async () => {
  wallet = await serveLocally((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Wallet</title>'),
  );
});
afterAll(() => wallet.close());

test('a page of another site creates and reads an order, and reaches no account', async () => {
  const pair = await quoteExchange(here.api, { from: 'btc', to: 'usdttrc20', amount: '0.01', rateMode: 'FLOATING' });
  const body = JSON.stringify({ ...claimedRate(pair), destinationAddress: ADDRESSES.tron, quoteId: pair.quoteId });
  // A header that the wallet's page does not know would change what its calls may do.
  const { page, close } = await here.visit({ extraHTTPHeaders: {} });
  await page.goto(wallet.url);
  const call = async (path: string, init: Sent = {}) =>
    await page.evaluate(
      async ([url, sent]) => {
        const answer = await fetch(url, sent).catch(() => null);
        return answer && { status: answer.status, body: (await answer.json()) as unknown };
      },
      [here.site().url + path, init] as const,
    );
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'of-a-wallet-1' };
  const created = await call('/api/v1/orders/public/create', { method: 'POST', headers, body });
  expect(created).toMatchObject({ status: 200, body: { destinationAddress: ADDRESSES.tron } });
  const { orderId } = (created ?? expect.fail('the order was not created')).body as { orderId: string };
  const query = new URLSearchParams({ orderId, destinationAddress: ADDRESSES.tron });
  expect(await call(`/api/v1/orders/public-info?${query.toString()}`)).toMatchObject({ status: 200, body: { orderId } });
  const refund = { orderId, destinationAddress: ADDRESSES.tron, refundAmount: '1', claimedNetworkFee: '1' };
  const withToken = { ...headers, 'x-order-token': 'not the right one' };
  expect(
    await call('/api/v1/orders/public/request-refund', { method: 'POST', headers: withToken, body: JSON.stringify(refund) }),
  ).toMatchObject({ status: 403, body: { code: 'ERR_ORDER_TOKEN_REQUIRED' } });

  expect(await call('/api/v1/users/account-data')).toBeNull();
  expect(await call('/api/v1/orders/public-info?', { credentials: 'include' })).toBeNull();
  const bearer = { authorization: `Bearer ${'a'.repeat(43)}` };
  expect(await call('/api/v1/fees', { headers: bearer })).toBeNull();
  await close();
});
