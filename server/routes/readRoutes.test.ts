import type { Healthz } from '../../contract/schemas/service.ts';
import { brotliDecompressSync } from 'node:zlib';
import Value from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstrumentsResponse, type Instrument } from '../../contract/schemas/instruments.ts';
import { PairDataSchema } from '../../contract/schemas/rates.ts';
import { buildReadApp } from './testing.ts';

let host: Awaited<ReturnType<typeof buildReadApp>>;
beforeAll(async () => {
  host = await buildReadApp();
  await host.fees.refresh();
});
afterAll(() => host.close());

const get = async (url: string, headers: Record<string, string> = {}) => await host.app.inject({ method: 'GET', url, headers });
const post = async (url: string, payload?: object) => await host.app.inject({ method: 'POST', url, ...(payload && { payload }) });

describe('rates', () => {
  const one = (query: string) => get(`/api/v2/rates/public/one?${query}`);
  const PAIR = 'instrumentFromSlug=btc&instrumentToSlug=usdttrc20&rateMode=FLOATING';

  it('quotes a pair', async () => {
    const answer = await one(`${PAIR}&claimedDepositAmount=0.05&exchangeType=crypto&referrerId=abc`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const pairData = Value.Parse(PairDataSchema, answer.json());
    expect(host.desk.find(pairData.quoteId ?? '')).toMatchObject({ amountToGet: pairData.amountToGet });
  });

  it('rejects invalid numbers, a coin of another pair and amounts out of bounds', async () => {
    const codes = await Promise.all(
      [
        `${PAIR}&claimedDepositAmount=1e3`,
        `${PAIR}&claimedDepositAmount=1&claimedDepositAmountCurrency=doge`,
        `${PAIR}&claimedDepositAmount=1000`,
        `${PAIR}&claimedDepositAmount=0`,
        `${PAIR}&claimedDepositAmount=1&exchangeType=fiat`,
        PAIR.replace('btc', 'nope') + '&claimedDepositAmount=1',
      ].map(async (query) => (await one(query)).json<{ code: string }>().code),
    );
    expect(codes).toEqual([
      'ERR_VALIDATION',
      'ERR_VALIDATION',
      'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG',
      'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL',
      'ERR_NOT_ACCEPTABLE',
      'ERR_NOT_FOUND',
    ]);
  });

  it('ignores an unknown query parameter of a read', async () => {
    const answer = await one(`${PAIR}&claimedDepositAmount=0.05&utm_source=partner`);
    expect(Value.Parse(PairDataSchema, answer.json()).amountToGive).toBe('0.05');
    for (const url of ['/api/v1/health', '/api/v2/pairs/public', '/api/v2/instruments/public']) {
      expect((await get(`${url}?utm_source=partner`)).statusCode).toBe(200);
    }
  });

  it('recommends an amount that can be quoted', async () => {
    const titles = 'fromCurrencyTitle=BTC&fromNetworkTitle=btc&toCurrencyTitle=usdt&toNetworkTitle=TRC20&rateMode=FLOATING';
    const answer = await get(`/api/v1/rates/public/recommended-amount?${titles}`);
    const { recommendedAmount } = answer.json<{ recommendedAmount: string }>();
    expect(recommendedAmount).toMatch(/^0\.0{1,2}[1-9]$/);
    expect((await one(`${PAIR}&claimedDepositAmount=${recommendedAmount}`)).statusCode).toBe(200);
    const unknown = await get(`/api/v1/rates/public/recommended-amount?${titles.replace('=BTC', '=NOPE')}`);
    expect(unknown.json()).toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  it('returns the history of the last day', async () => {
    const answer = await get('/api/v2/rates/public/history?instrumentFromSlug=btc&instrumentToSlug=eth');
    const { points, changePercent } = answer.json<{ points: { at: string; price: string }[]; changePercent: string }>();
    expect(points).toHaveLength(97);
    expect(changePercent).toMatch(/^-?\d+(\.\d{1,2})?$/);
  });
});

describe('instruments', () => {
  const list = async (query = ''): Promise<Instrument[]> => {
    const answer = await get(`/api/v2/instruments/public${query}`);
    const instruments: unknown = answer.json();
    return Value.Parse(InstrumentsResponse, instruments);
  };

  it('lists active instruments by popularity, and fiat money on request', async () => {
    const active = await list();
    expect(active.length).toBeGreaterThan(250);
    expect(active[0]).toMatchObject({ slug: 'btc', isActive: true });
    expect(active.every(({ instrumentType, isActive }) => instrumentType === 'crypto' && isActive)).toBe(true);
    const withFiat = await list('?providers=mercuryo');
    const money = (wanted: string) => withFiat.find(({ slug }) => slug === wanted);
    expect(money('usd')).toMatchObject({ instrumentType: 'fiat', isActive: true, activeToSend: true, activeToReceive: false });
    expect(money('try')).toMatchObject({ instrumentType: 'fiat', isActive: false, inactiveReason: 'NOT_CONFIGURED' });
    expect((await list('?all=true')).length).toBe(host.catalogue.instruments.size);
  });

  it('lists the network fees of a payout and of collecting a deposit', async () => {
    const bySlug = new Map((await list('?all=true')).map((instrument) => [instrument.slug, instrument]));
    // 0.0002 ETH of 3,040 USD is 0.608 USD; a token's collection is two transfers and a margin of 10 %.
    expect(bySlug.get('usdcerc20')).toMatchObject({ payoutFeeUsd: '0.608', collectionFeeUsd: '1.34' });
    expect(bySlug.get('xrp')).toMatchObject({ collectionFeeUsd: '0' });
    expect(bySlug.get('usd')).not.toHaveProperty('payoutFeeUsd');
  });

  it('marks paused instruments and omits them from the list of active ones', async () => {
    host.down.add('tron');
    await host.availability.probe();
    await host.availability.probe();
    expect((await list()).some(({ slug }) => slug === 'usdttrc20')).toBe(false);
    expect((await list('?all=true')).find(({ slug }) => slug === 'usdttrc20')).toMatchObject({
      isActive: false,
      inactiveReason: 'NETWORK_UNAVAILABLE',
    });
    host.down.clear();
    await host.availability.probe();
    expect((await list()).some(({ slug }) => slug === 'usdttrc20')).toBe(true);
  });

  it('is compressed and answers 304 to a matching etag', async () => {
    const plain = await get('/api/v2/instruments/public');
    const packed = await get('/api/v2/instruments/public', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(packed.rawPayload.length * 5).toBeLessThan(plain.rawPayload.length);
    const again = await get('/api/v2/instruments/public', { 'if-none-match': String(plain.headers['etag']) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    expect(plain.headers['cache-control']).toBe('public, max-age=15');
  });

  it('validates addresses, with a reason on request', async () => {
    const validate = async (currencyTitle: string, networkTitle: string, address: string, getRejectReason?: boolean) =>
      (
        await post('/api/v1/instruments/public/validate-address', {
          currencyTitle,
          networkTitle,
          address,
          ...(getRejectReason && { getRejectReason }),
        })
      ).json<unknown>();
    const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    expect(await validate('USDT', 'TRC20', tron)).toEqual({ result: true });
    expect(await validate('BTC', 'BTC', tron)).toEqual({ result: false });
    expect(await validate('BTC', 'BTC', tron, true)).toMatchObject({
      result: false,
      code: 'address_wrong_network',
      detectedNetworks: ['TRON'],
    });
    const tagged = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu';
    const account = { account: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', memo: '1' };
    expect(await validate('XRP', 'XRP', tagged, true)).toEqual({ result: true, code: null, ...account });
    const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const prefixes = ['eth:', 'eip155:1:', 'ethereum:'].map((prefix) => `${prefix}${ethereum}`);
    for (const text of [...prefixes, `ethereum:${ethereum}@1`]) {
      const account = ethereum.toLowerCase();
      expect([text, await validate('ETH', 'ERC20', text, true)]).toEqual([text, { result: true, code: null, account }]);
    }
    for (const [text, title] of [
      [`arb1:${ethereum}`, 'Arbitrum One'],
      [`eip155:137:${ethereum}`, 'Polygon'],
      [`ethereum:${ethereum}@56`, 'BNB Smart Chain'],
      [`tron:0x2b6653dc:${tron}`, 'TRON'],
      [`tron:${tron}?amount=5`, 'TRON'],
    ] as const) {
      const elsewhere = { result: false, code: 'address_wrong_network', detectedNetworks: [title] };
      expect([text, await validate('ETH', 'ERC20', text, true)]).toEqual([text, elsewhere]);
    }
    expect(await validate('BTC', 'NOPE', tron)).toMatchObject({ code: 'ERR_NETWORK_NOT_SUPPORTED' });
    expect(await validate('NOPE', 'BTC', tron)).toMatchObject({ code: 'ERR_NOT_FOUND' });
  });
});

describe('pairs', () => {
  it('returns instruments, exclusions and popular pairs', async () => {
    const { instruments, excluded, popular } = (await get('/api/v2/pairs/public')).json<{
      instruments: string[];
      excluded: unknown[];
      popular: { from: string; to: string }[];
    }>();
    expect(instruments).toContain('xmr');
    expect(instruments).not.toContain('usd');
    expect(excluded).toEqual([]);
    expect(popular[0]).toEqual({ from: 'btc', to: 'eth' });
    expect(popular).toHaveLength(40);
  });

  it('returns a default pair and amount, and another pair while that is paused', async () => {
    const first = (await get('/api/v1/pairs/default')).json<Record<string, string>>();
    expect(first).toMatchObject({ from: 'btc', to: 'usdttrc20' });
    expect(first['amount']).toMatch(/^0\.0{1,2}[1-9]$/);
    host.down.add('tron');
    await host.availability.probe();
    await host.availability.probe();
    expect((await get('/api/v1/pairs/default')).json()).toMatchObject({ from: 'btc', to: 'eth' });
    host.down.clear();
    await host.availability.probe();
  });
});

describe('health', () => {
  it('announces the features of the host', async () => {
    await host.health.probe();
    const answer = await get('/api/v1/health');
    expect(answer.json()).toMatchObject({ status: 'OK', host: { sandbox: true, brand: 'Causeway' } });
    expect(answer.json<{ host: { features: string[] } }>().host.features).toContain('subscription-id');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await get('/api/v1/healthz')).json()).toEqual({
      status: 'OK',
      probes: { database: 'OK', market: 'OK', settlement: 'OK', books: 'OK', operator: 'OK' },
      alarms: [],
      notChecked: [],
    });
  });

  it('reports books that could not be read as NOT_CHECKED, and stays open', async () => {
    host.state.notChecked = [{ what: 'treasury usdterc20', count: 1, since: '2026-11-20T12:00:00.000Z' }];
    const { status, probes, notChecked } = (await get('/api/v1/healthz')).json<Healthz>();
    expect([status, probes['books'], notChecked]).toEqual(['OK', 'NOT_CHECKED', host.state.notChecked]);
    host.state.alarmParts = ['ALL'];
    expect((await get('/api/v1/healthz')).json<Healthz>().probes['books']).toBe('TECHNICAL_DIFFICULTIES');
    Object.assign(host.state, { alarmParts: [], notChecked: [] });
  });

  it('stays open while alarms concern only networks or earnings, and names them', async () => {
    const read = async () => (await get('/api/v1/healthz')).json<Healthz>();
    host.state.alarmParts = ['tron', 'EARNINGS'];
    expect(await read()).toMatchObject({
      status: 'OK',
      alarms: ['tron', 'EARNINGS'],
      probes: { books: 'TECHNICAL_DIFFICULTIES' },
    });
    host.state.alarmParts = ['tron', 'ALL'];
    expect(await read()).toMatchObject({ status: 'TECHNICAL_DIFFICULTIES', alarms: ['tron', 'ALL'] });
    host.state.alarmParts = [];
  });

  it('is UNHEALTHY with healthz 503 without its database', async () => {
    host.state.isDatabaseDown = true;
    await host.health.probe();
    expect((await get('/api/v1/health')).json()).toMatchObject({
      status: 'UNHEALTHY',
      reason: expect.stringContaining('database'),
    });
    const answer = await get('/api/v1/healthz');
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { status: 'UNHEALTHY', probes: { database: 'UNHEALTHY' } }]);
    host.state.isDatabaseDown = false;
    await host.health.probe();
    expect((await get('/api/v1/healthz')).statusCode).toBe(200);
  });

  it('tells what operators tell customers, and works', async () => {
    expect((await get('/api/v1/health')).json()).not.toHaveProperty('notices');
    const notice = { concerns: 'network:tron', texts: { en: 'Late.', ru: 'Задержка.' }, until: '2026-12-24T12:00:00.000Z' };
    host.state.notices = [notice];
    expect((await get('/api/v1/health')).json()).toMatchObject({ status: 'OK', notices: [notice] });
    host.state.notices = [];
  });

  it('has TECHNICAL_DIFFICULTIES without prices, with a slow worker, an alarm or a notice', async () => {
    const statusOf = async () => (await get('/api/v1/health')).json<{ status: string; reason?: string }>();
    host.clock.now += 31_000;
    expect(await statusOf()).toMatchObject({ status: 'TECHNICAL_DIFFICULTIES', reason: expect.stringContaining('prices') });
    for (let step = 0; step < 4; step += 1) host.feed.step();
    host.feed.controls.breakFeed('down');
    expect(await statusOf()).toMatchObject({ status: 'TECHNICAL_DIFFICULTIES', reason: expect.stringContaining('prices') });
    host.feed.controls.mend();
    host.state.lastSettlementAt = host.clock.now - 61_000;
    expect(await statusOf()).toMatchObject({ status: 'TECHNICAL_DIFFICULTIES' });
    host.state.lastSettlementAt = host.clock.now - 301_000;
    expect(await statusOf()).toMatchObject({ status: 'UNHEALTHY' });
    host.state.lastSettlementAt = host.clock.now;
    host.state.alarmParts = ['ALL'];
    expect(await statusOf()).toMatchObject({ status: 'TECHNICAL_DIFFICULTIES', reason: expect.stringContaining('books') });
    host.state.alarmParts = [];
    host.state.notice = 'We move to a new house until noon.';
    expect(await statusOf()).toMatchObject({ status: 'TECHNICAL_DIFFICULTIES', reason: 'We move to a new house until noon.' });
    host.state.notice = null;
    expect(await statusOf()).toMatchObject({ status: 'OK' });
  });
});

describe('stats, fees and the SEO dictionary', () => {
  it('returns fees and limits', async () => {
    const fees = (await get('/api/v1/fees')).json<Record<string, string>>();
    expect(fees).toMatchObject({ platformFeePercent: '0.5', fixedPremiumPercent: '0.5', maximumUsd: '50000' });
  });

  it('returns the text of a page with the numbers of the host', async () => {
    const terms = (await get('/api/v1/content?name=terms&locale=ru')).json<Record<string, string>>();
    expect(terms['title']).toBe('Условия использования');
    expect(terms['html']).toContain('Наша комиссия — 0,5\u00a0%');
    expect((await get('/api/v1/content?name=privacy&locale=ru')).json()).toMatchObject({ code: 'ERR_VALIDATION' });
  });

  it('returns the statistics', async () => {
    const stats = (await get('/api/v1/stats/public')).json<Record<string, number | null>>();
    expect(stats).toMatchObject({ completedOrders: 0, medianMinutes: null });
    expect(stats['instruments']).toBeGreaterThan(250);
    expect(stats['networks']).toBeGreaterThan(20);
  });

  it('accepts the page as a query parameter or in the body (D52)', async () => {
    const byQuery = await post('/dict/seo?page=%2Fexchange-btc-eth');
    expect(byQuery.statusCode).toBe(200);
    expect(byQuery.json()).toMatchObject({ en: { h1: 'Exchange BTC for ETH' }, ru: { h1: 'Обмен BTC на ETH' } });
    for (const payload of [{ page: '/exchange-btc-eth' }, { params: { page: '/exchange-btc-eth' } }]) {
      expect((await post('/dict/seo', payload)).json()).toEqual(byQuery.json());
    }
    expect((await post('/dict/seo')).json()).toMatchObject({ code: 'ERR_VALIDATION' });
    expect((await post('/dict/seo', { pages: '/' })).json()).toMatchObject({ code: 'ERR_VALIDATION' });
  });

  it('shows the API documentation without its top bar under a strict policy', async () => {
    const page = await get('/api/docs/');
    const policy = page.headers['content-security-policy'];
    expect(policy).not.toContain('unsafe-inline');
    // With it, a browser loads the page's scripts over https only, which a host in a local network does not have.
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect((await get('/api/docs/static/swagger-initializer.js')).body).toContain('"layout":"BaseLayout"');
  });

  it('describes all routes in the OpenAPI document', async () => {
    const { paths } = (await get('/api/openapi.json')).json<{ paths: Record<string, unknown> }>();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/v2/rates/public/one', '/api/v2/instruments/public', '/api/v1/healthz', '/dict/seo']),
    );
  });
});
