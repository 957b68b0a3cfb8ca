import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { claimedRate } from '../../contract/claimedRate.ts';
import { apiRoutes, type CallInput, type CallName, type CallOutput } from '../../contract/api/index.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { signUp } from '../../server/accounts/testing/customers.ts';
import { createLogger } from '../../server/common/log.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import { openEmbeddedDatabase } from '../../server/db/database.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { parseEnvironment } from '../../server/env.ts';
import { CHAIN_PATIENCE_MS } from '../support/chainPatience.ts';

const DESTINATION = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const CARD = '4444 4444 4444 3333';
const PATIENCE = { timeout: CHAIN_PATIENCE_MS, interval: 250 };

const folder = mkdtempSync(join(tmpdir(), 'causeway-cards-'));
let host: Host;
let stopWork: () => Promise<void>;
beforeAll(async () => {
  host = await createHost(
    parseEnvironment({ DATA_DIR: folder, SANDBOX: 'allow', EMBEDDED_CHAIN_SPEED: '100000' }),
    createLogger('silent'),
  );
  stopWork = await host.start();
  // The provider sends its callbacks over HTTP.
  await host.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await stopWork();
  await host.app.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Buyer {
  headers: Record<string, string>;
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  buy(amount: string): Promise<Order>;
}

async function createBuyer(email: string): Promise<Buyer> {
  const { userId, headers } = await signUp(host.app, email);
  const database = openEmbeddedDatabase(join(folder, DATABASE_FILE));
  await database.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', userId).execute();
  await database.destroy();
  const call: Buyer['call'] = async (name, input) => {
    const { method, path } = apiRoutes[name];
    const query = new URLSearchParams(input as Record<string, string>);
    const answer = await host.app.inject({
      method,
      url: method === 'GET' ? `${path}?${query}` : path,
      headers,
      ...(method === 'POST' && { payload: input as object }),
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  return {
    headers,
    call,
    buy: async (amount) => {
      const pair = await call('rates.one', {
        instrumentFromSlug: 'eur',
        instrumentToSlug: 'btc',
        rateMode: 'FLOATING',
        exchangeType: 'fiat',
        claimedDepositAmount: amount,
      });
      const { termsVersion } = await call('fiat.terms', {});
      return await call('orders.create', { ...claimedRate(pair), destinationAddress: DESTINATION, fiat: { termsVersion } });
    },
  };
}

/** Sends a form of the provider's pages, as a browser does. Returns the page that follows. */
async function submit(url: string | null | undefined, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(url ?? '', { method: 'POST', body: new URLSearchParams(fields) });
  return await answer.text();
}

const pay = async (order: Order, cvv = '123'): Promise<string> =>
  await submit(order.redirectUrl, { action: 'pay', number: CARD, cvv });
const confirm = async (order: Order): Promise<string> => await submit(order.redirectUrl, { action: 'confirm', code: '1234' });

const isAt = async (buyer: Buyer, { orderId }: Order, stage: string): Promise<Order> =>
  await vi.waitFor(async () => {
    const order = await buyer.call('orders.publicInfo', { orderId, destinationAddress: DESTINATION });
    expect(order.fiat?.stage).toBe(stage);
    return order;
  }, PATIENCE);

test('a small purchase is paid and delivered by the provider, through signed callbacks', async () => {
  const buyer = await createBuyer('anna@karlsen.example');
  const order = await buyer.buy('250');
  expect(await pay(order)).toContain('Your bank asks for a code');
  await isAt(buyer, order, 'AUTHORISING');
  await confirm(order);
  const delivered = await isAt(buyer, order, 'DELIVERED');
  expect(delivered).toMatchObject({ fiat: { cardEnding: '3333', wasHeld: true, reason: null }, redirectUrl: null });
  expect(delivered.withdrawals).toMatchObject([{ amount: order.amountToGet }]);
  const { txHash } = delivered.withdrawals[0] ?? {};
  const { recentTransfers } = await buyer.call('sandbox.state', {});
  expect(recentTransfers.find((one) => one.txHash === txHash)).toMatchObject({
    toAddress: DESTINATION,
    amount: order.amountToGet,
  });
});

test('a stranger who knows the number and the address of a purchase learns as much as of an unknown order', async () => {
  const buyer = await createBuyer('dora@karlsen.example');
  const { orderId } = await buyer.buy('100');
  const stranger = await createBuyer('emil@karlsen.example');
  const read = async (headers: Record<string, string>, id: string) => {
    const query = new URLSearchParams({ orderId: id, destinationAddress: DESTINATION }).toString();
    const answer = await host.app.inject({ url: `${apiRoutes['orders.publicInfo'].path}?${query}`, headers });
    const { requestId: _requestId, ...body } = answer.json<Record<string, unknown>>();
    return { status: answer.statusCode, ...body };
  };
  for (const headers of [{}, stranger.headers, { authorization: 'Bearer forged' }]) {
    const unknown = await read(headers, 'A'.repeat(orderId.length));
    expect(unknown).toMatchObject({ code: expect.stringMatching(/^ERR_(?:NOT_FOUND_E|UNAUTHORIZED)$/) as string });
    expect(await read(headers, orderId)).toEqual(unknown);
  }
  expect(await read(buyer.headers, orderId)).toMatchObject({ status: 200, orderId });
});

test('a card that the bank declines is charged nothing', async () => {
  const buyer = await createBuyer('boris@karlsen.example');
  const order = await buyer.buy('100');
  await pay(order, '555');
  expect(await isAt(buyer, order, 'DECLINED')).toMatchObject({ fiat: { reason: 'DECLINED_BY_BANK', wasHeld: false } });
});

test('above the limit the provider verifies first; a rejected customer gets the money back', async () => {
  const buyer = await createBuyer('clara@karlsen.example');
  await expect(buyer.buy('1200')).rejects.toThrow('KYC verification needed.');
  const { redirectUrl } = await buyer.call('fiat.kycAccessToken', { feature: 'crypto', returnPath: '/exchange-eur-btc' });
  await submit(redirectUrl, { verdict: 'good' });
  expect(await buyer.call('fiat.kycStatus', {})).toEqual({ features: [{ feature: 'crypto', status: 'complete' }] });
  const order = await buyer.buy('1200');
  // The provider decides again when it holds the money.
  await submit(redirectUrl, { verdict: 'bad' });
  await pay(order);
  await confirm(order);
  await isAt(buyer, order, 'VERIFYING');
  await submit(redirectUrl, { verdict: 'bad' });
  const ended = await isAt(buyer, order, 'CANCELLED');
  expect(ended).toMatchObject({ fiat: { reason: 'NOT_VERIFIED', wasHeld: true } });
  expect(ended.orderEvents.map(({ kind }) => kind)).toContain('REFUND_COMPLETED');
});
