import { addressIndex } from '../common/addressIndex.ts';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import Value from 'typebox/value';
import { SandboxStateResponse, SandboxTransferSchema } from '../../contract/schemas/sandbox.ts';
import { buildApp } from '../app.ts';
import type { Database } from '../db/database.ts';
import { createEmbeddedChainStore } from '../db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../instruments/loadCatalogue.ts';
import { createLogger } from '../common/log.ts';
import { createMetrics } from '../health/metrics.ts';
import { createEmbeddedChains, type EmbeddedChains } from '../ports/chain/embedded/embeddedChains.ts';
import { createEmbeddedFeed } from '../ports/market/embedded/embeddedFeed.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { sandboxRoutes } from './sandbox.ts';
import { createEmbeddedVenueStore } from '../db/repositories/venues/embeddedVenue.ts';
import { createEmbeddedVenue } from '../ports/venue/embedded/embeddedVenue.ts';
import type { VenueControls } from '../ports/venue/venueControls.ts';
import { openMemoryDatabase } from '../../tests/support/databases.ts';

const catalogue = loadCatalogue();
const feed = createEmbeddedFeed({
  snapshot: { date: '2026-11-20', note: '', prices: { USD: '1', BTC: '90000', ETH: '3000' } },
  seed: 1,
});

let database: Database;
let chains: EmbeddedChains;
let app: FastifyInstance;
let venue: VenueControls | null;
const identities = { list: () => Promise.resolve([]), decide: () => Promise.resolve() };

async function open(access: 'loopback' | 'allow'): Promise<FastifyInstance> {
  const sandbox = createSandbox({ chains: chains.controls, market: { feed, controls: feed.controls }, venue, identities });
  return buildApp({
    log: createLogger('silent'),
    trustedProxies: ['127.0.0.1'],
    requestsPerMinute: 1_000,
    routes: [sandboxRoutes(sandbox, access)],
    metrics: createMetrics(),
  });
}

beforeEach(async () => {
  database = await openMemoryDatabase();
  venue = createEmbeddedVenue({ store: createEmbeddedVenueStore(database), feed }).controls;
  chains = createEmbeddedChains({
    store: createEmbeddedChainStore(database),
    catalogue,
    usdPrice: (symbol) => feed.tick(symbol)?.bid,
    speed: 60,
    now: () => 1_800_000_000_000,
  });
  feed.step();
  await chains.prepare();
  app = await open('loopback');
});
afterEach(async () => {
  feed.controls.mend();
  await app.close();
  await database.destroy();
});

const post = (call: string, payload: Record<string, unknown>, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/sandbox/${call}`, payload, headers: { host: 'localhost:3000', ...headers } });
const state = async () => (await app.inject({ url: '/api/sandbox/state', headers: { host: 'localhost:3000' } })).json();

const mend = async (headers: Record<string, string>) => (await post('mend', {}, headers)).statusCode;

describe('sandbox routes', () => {
  it('break the exchange for hedging and mend it, alone and with all ports', async () => {
    const mode = async () => (await state()).venue?.mode;
    expect(await mode()).toBe('up');
    expect((await post('break', { port: 'venue', mode: 'partial' })).statusCode).toBe(200);
    expect(await mode()).toBe('partial');
    expect((await post('break', { port: 'venue', mode: 'lag' })).json().details.field).toBe('mode');
    expect((await post('mend', { port: 'venue' })).statusCode).toBe(200);
    expect(await mode()).toBe('up');
    await post('break', { port: 'venue', mode: 'understate' });
    expect((await post('mend', {})).statusCode).toBe(200);
    expect(await mode()).toBe('up');
  });

  it('refuse to break an exchange that the host does not have', async () => {
    await app.close();
    venue = null;
    app = await open('loopback');
    expect((await state()).venue).toBeNull();
    expect((await post('break', { port: 'venue', mode: 'down' })).json().details.field).toBe('port');
  });

  it('send a payment and mine it', async () => {
    const address = (await chains.gateways.get('bitcoin')?.addressAt(addressIndex(1)))?.address;
    const paid = await post('send', { instrumentSlug: 'btc', toAddress: address, amount: '1000000' });
    expect(paid.statusCode).toBe(200);
    expect(Value.Check(SandboxTransferSchema, paid.json())).toBe(true);
    expect(paid.json()).toMatchObject({ amount: '1000000', confirmations: 0, fee: { instrumentSlug: 'btc' } });
    const { height } = (await post('mine', { networkSlug: 'bitcoin', blocks: 3 })).json();
    const after = await state();
    expect(after.recentTransfers[0]).toMatchObject({ txHash: paid.json().txHash, confirmations: 3 });
    expect(after.networks.find(({ slug }: { slug: string }) => slug === 'bitcoin')).toMatchObject({ height, pending: 0 });
  });

  it('return a state that matches the schema', async () => {
    const answer = await state();
    expect(Value.Check(SandboxStateResponse, answer)).toBe(true);
    expect(answer.networks.length).toBe(chains.gateways.size);
    expect(answer.market).toMatchObject({ mode: 'working', prices: expect.arrayContaining([{ symbol: 'USD', price: '1' }]) });
  });

  it('set a price', async () => {
    expect((await post('price', { symbol: 'BTC', price: '50000' })).statusCode).toBe(200);
    const { prices } = (await state()).market;
    const { price } = prices.find(({ symbol }: { symbol: string }) => symbol === 'BTC');
    expect(Math.abs(Number(price) - 50_000)).toBeLessThan(500);
    expect((await post('price', { symbol: 'NOTHING', price: '1' })).json()).toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  it('break and repair a network and the market separately', async () => {
    await post('break', { port: 'tron', mode: 'refuse' });
    await post('break', { port: 'market', mode: 'stale' });
    const broken = await state();
    expect(broken.networks.filter(({ mode }: { mode: string }) => mode !== 'up')).toMatchObject([
      { slug: 'tron', mode: 'refuse' },
    ]);
    expect(broken.market.mode).toBe('stale');
    await post('mend', { port: 'tron' });
    expect((await state()).market.mode).toBe('stale');
    await post('mend', {});
    expect((await state()).market.mode).toBe('working');
  });

  it('revert a block, replace pending transactions and raise fees', async () => {
    const address = (await chains.gateways.get('bitcoin')?.addressAt(addressIndex(1)))?.address;
    await post('send', { instrumentSlug: 'btc', toAddress: address, amount: '1' });
    await post('mine', { networkSlug: 'bitcoin', blocks: 1 });
    const reorg = { networkSlug: 'bitcoin', blocks: 1, fate: 'return' };
    expect((await post('reorg', reorg)).json()).toEqual({ transactions: 1 });
    expect((await post('replace', { networkSlug: 'bitcoin', fate: 'conflicting' })).json()).toEqual({ transactions: 1 });
    expect((await post('fees', { networkSlug: 'bitcoin', factor: '50' })).statusCode).toBe(200);
    const bitcoin = (await state()).networks.find(({ slug }: { slug: string }) => slug === 'bitcoin');
    expect(bitcoin).toMatchObject({ pending: 1, feeFactor: '50' });
    expect((await post('reorg', { ...reorg, fate: 'burn' })).json()).toMatchObject({ code: 'ERR_VALIDATION' });
  });

  it('reject a failure mode that the port does not have', async () => {
    expect((await post('break', { port: 'market', mode: 'lossy' })).json()).toMatchObject({ code: 'ERR_VALIDATION' });
    expect((await post('break', { port: 'tron', mode: 'jump' })).json()).toMatchObject({ code: 'ERR_VALIDATION' });
    expect((await post('break', { port: 'nowhere', mode: 'down' })).json()).toMatchObject({ code: 'ERR_NETWORK_NOT_SUPPORTED' });
  });

  it('reject unknown fields', async () => {
    expect((await post('mine', { networkSlug: 'bitcoin', blocks: 1, extra: 1 })).json()).toMatchObject({
      code: 'ERR_VALIDATION',
    });
  });
});

describe('access to the sandbox', () => {
  it.each([
    ['a page of this machine', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
    ['a program without an Origin', { host: '127.0.0.1:3000' }],
    ['IPv6', { host: '[::1]:3000', origin: 'http://[::1]:3000' }],
    [
      'a page through our web host',
      { host: '127.0.0.1:4100', 'x-forwarded-host': 'localhost:3000', origin: 'http://localhost:3000' },
    ],
  ])('%s may', async (_who, headers) => {
    expect(await mend(headers)).toBe(200);
  });

  it.each([
    ['a website', { host: 'localhost:3000', origin: 'https://evil.example' }],
    ['another program’s page on this machine', { host: 'localhost:3000', origin: 'http://localhost:8080' }],
    ['a sandboxed frame', { host: 'localhost:3000', origin: 'null' }],
    ['a name that resolves to this machine', { host: 'evil.example:3000', origin: 'http://evil.example:3000' }],
    [
      'the same through our web host',
      { host: '127.0.0.1:4100', 'x-forwarded-host': 'evil.example:3000', origin: 'http://evil.example:3000' },
    ],
  ])('%s may not', async (_who, headers) => {
    expect(await mend(headers)).toBe(403);
  });

  it('is open to all clients with access `allow`', async () => {
    await app.close();
    app = await open('allow');
    expect(await mend({ host: 'sandbox.example', origin: 'https://elsewhere.example' })).toBe(200);
  });
});
