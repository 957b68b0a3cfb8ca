import { describe, expect, it } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { amount, type Decimal } from '../../contract/money.ts';
import type { RateInput } from '../../contract/schemas/rates.ts';
import { PairDataSchema } from '../../contract/schemas/rates.ts';
import Value from 'typebox/value';
import { createTestDesk, type TestDeskOptions } from './testing/testDesk.ts';

const PRICES = { BTC: '100000', ETH: '4000', USDT: '1', TRX: '0.25', USD: '1', PEPE: '0.00001', XMR: '200' };

const PRICES_OF_TRON = { ...PRICES, XRP: '1' };

const create = (options: TestDeskOptions = {}) => createTestDesk({ prices: PRICES, ...options });

const ask = (claimedDepositAmount: Decimal, changes: Partial<RateInput> = {}): RateInput => ({
  instrumentFromSlug: 'btc',
  instrumentToSlug: 'usdttrc20',
  rateMode: 'FLOATING',
  claimedDepositAmount,
  ...changes,
});

const failureOf = (work: () => unknown): ApiError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('a quote', () => {
  it('contains what trading both coins on an exchange costs, as it is now', async () => {
    const costs: Record<string, Decimal> = { 'BTC send': '0.1', 'USDT receive': '0.2', 'BTC receive': '50' };
    const { desk, fees, clock } = create({
      trading: { costOf: (symbol, side) => costs[`${symbol} ${side}`] ?? '0', roomOf: () => null },
    });
    await fees.refresh();
    // 99985.0007499625 × 0.999 × 0.998, less 0.5 %
    expect(desk.quote(ask('0.1'), clock.now)).toMatchObject({ marketLeftPrice: '99685.2457177141', price: '99186.81948912552' });
    costs['BTC send'] = '0';
    expect(desk.quote(ask('0.1'), clock.now)).toMatchObject({ marketLeftPrice: '99785.03074846257' });
    expect(desk.quote(ask('0.1', { rateMode: 'FIXED' }), clock.now).fixedMaxAmount).toBe('0.2');
  });

  it('allows at most what an order may add to the open positions of both coins, and never less than the minimum', async () => {
    const rooms: Record<string, Decimal> = { 'BTC send': '7000', 'BTC receive': '20' };
    const { desk, fees, clock } = create({
      trading: { costOf: () => '0', roomOf: (symbol, side) => rooms[`${symbol} ${side}`] ?? null },
    });
    await fees.refresh();
    const most = () => desk.quote(ask('0.01'), clock.now).generalMaxAmount;
    // 100,000 USD for 1 BTC
    expect(most()).toBe('0.07');
    const failure = failureOf(() => desk.quote(ask('0.08'), clock.now));
    expect(failure).toMatchObject({ code: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG', details: { expected: '0.07' } });
    // What arrives for an order that exists is not limited by it.
    expect(desk.bounds('btc', 'usdttrc20').maximum).toBe('0.5');
    rooms['USDT receive'] = '3000';
    expect(most()).toBe('0.03');
    rooms['USDT receive'] = '1';
    const { minimum } = desk.bounds('btc', 'usdttrc20');
    expect(desk.quote(ask(minimum), clock.now).generalMaxAmount).toBe(minimum);
  });

  it('contains the documented values and matches its schema', async () => {
    const { desk, fees, clock } = create();
    await fees.refresh();
    const pairData = desk.quote(ask('0.1'), clock.now);
    Value.Parse(PairDataSchema, pairData);
    // BTC bid 99990, USDT ask 1.00005: 99985.00074996… USDT for 1 BTC, less 0.5 %.
    expect(pairData).toMatchObject({
      amountToGive: '0.1',
      claimedDepositAmount: '0.1',
      amountToGet: '9926.507524',
      marketLeftPrice: '99985.0007499625',
      marketRightPrice: '100015.0007500376',
      price: '99485.07574621268',
      // The payout's 0.0002 TRX, and 1.1 times the 0.0002 BTC of collecting the deposit.
      finalNetworkFeeAmount: '22.00005',
      collectionFeeAmount: '22',
      platformFee_Absolute: '49.992501',
      quotes: { buyQuote: { quoteValue: '1' }, sellQuote: { quoteValue: '100000' } },
      generalMinAmount: '0.00221',
      depositRules: { minAmount: '0.00022', maxAmount: null },
      generalMaxAmount: '0.5',
      fixedMaxAmount: '0.2',
      liquidityProviderPublicCode: 'EMBEDDED',
      updatedAt: '2026-11-20T14:00:00.000Z',
      validUntil: '2026-11-20T14:00:30.000Z',
      ckm: 'D',
    });
    expect(pairData.instrumentFrom).toMatchObject({ slug: 'btc', price: '100000', isActive: true });
  });

  it('pays the market price less platform fee and network fee', async () => {
    const { desk, fees, clock } = create();
    await fees.refresh();
    for (const rateMode of ['FIXED', 'FLOATING'] as const) {
      const data = desk.quote(ask('0.12345678', { rateMode }), clock.now);
      const gross = amount(data.amountToGive).times(amount(data.marketLeftPrice));
      const left = gross.minus(amount(data.platformFee_Absolute)).minus(amount(data.finalNetworkFeeAmount));
      expect(left.minus(amount(data.amountToGet)).abs().lte('0.000002')).toBe(true);
    }
  });

  it('costs twice the standard deviation of 20 minutes more with a fixed rate', () => {
    const { desk, clock } = create();
    const [floating, fixed] = (['FLOATING', 'FIXED'] as const).map((rateMode) => desk.quote(ask('0.1', { rateMode }), clock.now));
    const marketLeft = amount(floating?.marketLeftPrice ?? '0');
    expect(
      amount(floating?.price ?? '0')
        .div(marketLeft)
        .round(6, 1)
        .toFixed(),
    ).toBe('0.995');
    expect(
      amount(fixed?.price ?? '0')
        .div(marketLeft)
        .round(6, 1)
        .toFixed(),
    ).toBe('0.9851');
    expect(fixed).toMatchObject({ fixedPremiumPercent: '0.99', fixedMarketLimitPercent: '1' });
  });

  it('takes fees, limits and the kind of e-mail confirmation from the configuration', () => {
    const minimumUsd = '100';
    const configuration = {
      platformFeePercent: '2',
      minimumUsd,
      maximumUsd: '20000',
      fixedMaximumUsd: '15000',
      ckm: 'A',
    } as const;
    const { desk, clock } = create({ configuration });
    const data = desk.quote(ask('0.1'), clock.now);
    expect(amount(data.price).div(amount(data.marketLeftPrice)).round(6, 1).toFixed()).toBe('0.98');
    expect(data).toMatchObject({ generalMinAmount: '0.001', generalMaxAmount: '0.2', fixedMaxAmount: '0.15', ckm: 'A' });
  });

  it('follows settings that an operator changes meanwhile, except for quotes that were given', () => {
    const { desk, clock, configuration } = create();
    const before = desk.quote(ask('0.1'), clock.now);
    const fixed = desk.quote(ask('0.1', { rateMode: 'FIXED' }), clock.now);
    Object.assign(configuration, { platformFeePercent: '2', minimumUsd: '100', fixedPremiumPercent: '3', ckm: 'A' });
    const after = desk.quote(ask('0.1'), clock.now);
    expect(amount(after.price).div(amount(after.marketLeftPrice)).round(6, 1).toFixed()).toBe('0.98');
    expect(after).toMatchObject({ generalMinAmount: '0.001', ckm: 'A' });
    expect(desk.quote(ask('0.1', { rateMode: 'FIXED' }), clock.now)).toMatchObject({ fixedPremiumPercent: '3' });
    expect(desk.find(before.quoteId ?? '')).toMatchObject({ price: before.price, platformFeePercent: '0.5' });
    expect(desk.find(fixed.quoteId ?? '')).toMatchObject({ price: fixed.price, premiumPercent: fixed.fixedPremiumPercent });
  });

  it('prices an order that exists with the platform fee of its creation', () => {
    const { desk, clock } = create({ configuration: { platformFeePercent: '2' } });
    const settled = { fromSlug: 'btc', toSlug: 'usdttrc20', amountToGive: '0.1', rateMode: 'FLOATING' } as const;
    for (const platformFeePercent of ['0.5', '1']) {
      const stored = desk.settle({ ...settled, platformFeePercent }, clock.now);
      const offered = desk.quote(ask('0.1'), clock.now, { platformFeePercent });
      expect(stored).toMatchObject({ platformFeePercent, price: offered.price });
      expect(desk.find(offered.quoteId ?? '')).toMatchObject({ platformFeePercent });
    }
    expect(desk.settle(settled, clock.now)).toMatchObject({ platformFeePercent: '2' });
  });

  it('prices the amount to receive when it is given in the received coin', () => {
    const { desk, clock } = create();
    for (const claimedDepositAmountCurrency of ['usdttrc20', 'USDT']) {
      const data = desk.quote(ask('1000', { claimedDepositAmountCurrency }), clock.now);
      expect(amount(data.amountToGet).gte('1000')).toBe(true);
      expect(data.amountToGive).toBe('0.01008011');
    }
    expect(desk.quote(ask('0.1', { claimedDepositAmountCurrency: 'BTC' }), clock.now).amountToGive).toBe('0.1');
  });

  it('rounds a claimed deposit up to eight decimals', () => {
    const { desk, clock } = create();
    expect(desk.quote(ask('0.100000001'), clock.now).amountToGive).toBe('0.10000001');
  });

  it('is found by its id and valid for thirty seconds', () => {
    const { desk, clock } = create();
    const data = desk.quote(ask('0.1', { rateMode: 'FIXED' }), clock.now);
    expect(desk.find(data.quoteId ?? '')).toMatchObject({
      fromSlug: 'btc',
      toSlug: 'usdttrc20',
      rateMode: 'FIXED',
      amountToGive: '0.1',
      amountToGet: data.amountToGet,
      networkFee: data.finalNetworkFeeAmount,
      validUntil: clock.now + 30_000,
    });
    expect(desk.find('AAAAAAAAAAAAAAAAAAAAAA')).toBeUndefined();
  });
});

describe('the desk', () => {
  it('rejects an unknown instrument', () => {
    const { desk, clock } = create();
    expect(failureOf(() => desk.quote(ask('1', { instrumentToSlug: 'nope' }), clock.now)).code).toBe('ERR_NOT_FOUND');
  });

  it('rejects a pair of equal instruments and fiat money', () => {
    const { desk, clock } = create({ prices: { ...PRICES, EUR: '1.1' } });
    const codeOf = (changes: Partial<RateInput>) => failureOf(() => desk.quote(ask('1', changes), clock.now)).code;
    expect(codeOf({ instrumentToSlug: 'btc' })).toBe('ERR_VALIDATION');
    expect(codeOf({ exchangeType: 'fiat' })).toBe('ERR_NOT_ACCEPTABLE');
    expect(codeOf({ instrumentToSlug: 'usd' })).toBe('ERR_NOT_FOUND');
  });

  it('reports the bounds of both sides and accepts the reported amounts', async () => {
    const { desk, fees, clock } = create({ networkFees: { tron: '40' } });
    await fees.refresh();
    for (const [tooMuch, code] of [
      ['0.00001', 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL'],
      ['9', 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG'],
    ] as const) {
      const pair = { instrumentFromSlug: 'eth', instrumentToSlug: 'usdttrc20' };
      const scaled = amount(tooMuch).times('20').toFixed();
      const failure = failureOf(() => desk.quote(ask(scaled, pair), clock.now));
      expect(failure.code).toBe(code);
      const { expected, expectedToGet } = failure.details ?? {};
      expect(desk.quote(ask(String(expected), pair), clock.now).amountToGive).toBe(expected);
      const received = ask(String(expectedToGet), { ...pair, claimedDepositAmountCurrency: 'usdttrc20' });
      expect(amount(desk.quote(received, clock.now).amountToGet).gte(String(expectedToGet))).toBe(true);
    }
  });

  it('raises the minimum until the network fees are at most a tenth of it (D53)', async () => {
    const { desk, fees } = create({ networkFees: { tron: '400' } });
    await fees.refresh();
    // 400 TRX are 100 USD, and collecting the deposit costs 22 USD: at least 1,220 USD, in BTC.
    expect(desk.bounds('btc', 'usdttrc20')).toEqual({ minimum: '0.0122', maximum: '0.5' });
    // A customer who accepts high fees may spend half of the amount on them: 122 USD of 244.
    expect(desk.bounds('btc', 'usdttrc20', true)).toEqual({ minimum: '0.00244', maximum: '0.5' });
  });

  it('charges the cost of collecting the deposit', async () => {
    const { desk, fees, clock } = create({
      networkFees: { tron: '4', bitcoin: '0.00001', ripple: '0.5' },
      prices: PRICES_OF_TRON,
    });
    await fees.refresh();
    const feesOf = (instrumentFromSlug: string, instrumentToSlug: string, amount: Decimal) => {
      const data = desk.quote(ask(amount, { instrumentFromSlug, instrumentToSlug }), clock.now);
      return [data.finalNetworkFeeAmount, data.collectionFeeAmount];
    };
    // A native coin needs one transfer of 4 TRX, a token also one that brings its gas. On XRP deposits arrive at the treasury.
    expect(feesOf('trx', 'btc', '1000')).toEqual(['0.000021', '0.000011']);
    expect(feesOf('usdttrc20', 'btc', '1000')).toEqual(['0.000032', '0.000022']);
    expect(feesOf('xrp', 'btc', '1000')).toEqual(['0.00001', '0']);
    // The refund of a native coin from its deposit address needs no sweep.
    expect(desk.refundFees('trx', 'DEPOSIT_ADDRESS', clock.now)).toEqual({ networkFee: '4', collectionFee: '0' });
    expect(desk.refundFees('trx', 'TREASURY', clock.now)).toEqual({ networkFee: '8.4', collectionFee: '4.4' });
    // Four times the transfer, and the usual collection
    expect(desk.refundFees('trx', 'TREASURY', clock.now, '4')).toEqual({ networkFee: '20.4', collectionFee: '4.4' });
    expect(desk.refundFees('usdttrc20', 'DEPOSIT_ADDRESS', clock.now)).toEqual({ networkFee: '3.2', collectionFee: '2.2' });
    expect(desk.refundFees('xrp', 'TREASURY', clock.now)).toEqual({ networkFee: '0.5', collectionFee: '0' });
  });

  it('charges the current cost of collecting the deposit', async () => {
    const networkFees = { bitcoin: '0.0002' };
    const { desk, fees, clock } = create({ networkFees });
    await fees.refresh();
    expect(desk.quote(ask('0.1'), clock.now).collectionFeeAmount).toBe('22');
    networkFees.bitcoin = '0.0004';
    await fees.refresh(['btc']);
    expect(desk.quote(ask('0.1'), clock.now).collectionFeeAmount).toBe('44');
  });

  it('charges a payout to a contract a multiple of the usual payout fee only (D53)', async () => {
    const { desk, fees, clock } = create({ networkFees: { ethereum: '0.001' } });
    await fees.refresh();
    const quote = (factor: Decimal) =>
      desk.quote(ask('0.1', { instrumentToSlug: 'eth' }), clock.now, { payoutFeeFactor: factor });
    const [usual, contract] = [quote('1'), quote('2.5')];
    expect([usual.finalNetworkFeeAmount, usual.collectionFeeAmount]).toEqual(['0.0065', '0.0055']);
    expect([contract.finalNetworkFeeAmount, contract.collectionFeeAmount]).toEqual(['0.008', '0.0055']);
    expect(amount(usual.amountToGet).minus(amount(contract.amountToGet)).eq(amount('0.0015'))).toBe(true);
    expect(desk.find(contract.quoteId ?? '')?.payoutFeeFactor).toBe('2.5');
  });

  it('closes a pair when the minimum exceeds the maximum', async () => {
    const { desk, fees, clock } = create({ networkFees: { tron: '200000' } });
    await fees.refresh();
    expect(failureOf(() => desk.quote(ask('0.1'), clock.now)).code).toBe('ERR_PAIR_NOT_ACTIVE');
  });

  it('closes a pair while its network is down', async () => {
    const { desk, availability, clock, down } = create();
    down.add('tron');
    await availability.probe();
    expect(desk.quote(ask('0.1'), clock.now).amountToGive).toBe('0.1');
    await availability.probe();
    const failure = failureOf(() => desk.quote(ask('0.1'), clock.now));
    expect(failure).toMatchObject({ code: 'ERR_PAIR_NOT_ACTIVE', details: { reason: 'NETWORK_UNAVAILABLE', slug: 'usdttrc20' } });
    down.clear();
    await availability.probe();
    expect(desk.quote(ask('0.1'), clock.now).amountToGive).toBe('0.1');
  });

  it('closes one side of a coin and reports the reason', async () => {
    const { desk, availability, clock, closed } = create();
    closed.set('usdttrc20 receive', 'NO_RESERVE');
    await availability.probe();
    expect(failureOf(() => desk.quote(ask('0.1'), clock.now))).toMatchObject({
      code: 'ERR_PAIR_NOT_ACTIVE',
      details: { reason: 'NO_RESERVE', side: 'receive', instrumentSlug: 'usdttrc20', slug: 'usdttrc20' },
    });
    const back = ask('6000', { instrumentFromSlug: 'usdttrc20', instrumentToSlug: 'btc' });
    expect(desk.quote(back, clock.now).amountToGive).toBe('6000');
    // Open orders are still priced.
    const settled = desk.settle({ fromSlug: 'btc', toSlug: 'usdttrc20', amountToGive: '0.1', rateMode: 'FLOATING' }, clock.now);
    expect(settled.amountToGive).toBe('0.1');
  });

  it('offers no fixed rate for a large amount or in a thin market', () => {
    const { desk, clock } = create();
    const large = failureOf(() => desk.quote(ask('0.3', { rateMode: 'FIXED' }), clock.now));
    expect(large).toMatchObject({ code: 'ERR_UNPROCESSABLE_ENTITY', details: { expected: '0.2', instrumentSlug: 'btc' } });
    expect(desk.quote(ask('0.3'), clock.now).amountToGive).toBe('0.3');
    const thin = ask('0.1', { rateMode: 'FIXED', instrumentToSlug: 'pepeerc20' });
    expect(failureOf(() => desk.quote(thin, clock.now)).code).toBe('ERR_NOT_ACCEPTABLE');
    expect(desk.quote({ ...thin, rateMode: 'FLOATING' }, clock.now).fixedMaxAmount).toBeNull();
  });

  it('states the rate with a refused amount, without an offer', () => {
    const { desk, clock } = create();
    for (const [claimed, rateMode] of [
      ['0.00000001', 'FIXED'],
      ['0.3', 'FIXED'],
      ['0.00000001', 'FLOATING'],
      ['9', 'FLOATING'],
    ] as const) {
      const { expected, pairData } = failureOf(() => desk.quote(ask(claimed, { rateMode }), clock.now)).details ?? {};
      const { quoteId, validUntil, ...rate } = Value.Parse(PairDataSchema, pairData);
      const offered = desk.quote(ask(String(expected), { rateMode }), clock.now);
      expect({ ...rate, quoteId: offered.quoteId, validUntil: offered.validUntil }).toEqual(offered);
      expect([quoteId, validUntil]).toEqual([undefined, undefined]);
    }
  });

  it('rejects a stale price until there is a fresh one (D41)', () => {
    const { desk, feed, clock } = create();
    clock.now += 30_001;
    expect(failureOf(() => desk.quote(ask('0.1'), clock.now))).toMatchObject({
      code: 'ERR_SERVICE_UNAVAILABLE',
      details: { reason: 'PRICE_STALE' },
    });
    for (let step = 0; step < 4; step += 1) feed.step();
    expect(desk.quote(ask('0.1'), clock.now).amountToGive).toBe('0.1');
    feed.controls.breakFeed('down');
    expect(
      failureOf(() => desk.settle({ fromSlug: 'btc', toSlug: 'eth', amountToGive: '1', rateMode: 'FLOATING' }, clock.now)).code,
    ).toBe('ERR_SERVICE_UNAVAILABLE');
  });
});

describe('settlement', () => {
  it('prices any amount without bounds and never pays less than zero', async () => {
    const { desk, fees, clock } = create({ networkFees: { tron: '4' } });
    await fees.refresh();
    const settle = (amountToGive: Decimal) =>
      desk.settle({ fromSlug: 'btc', toSlug: 'usdttrc20', amountToGive, rateMode: 'FLOATING' }, clock.now);
    expect(settle('50').amountToGet).toBe('4974230.78731');
    expect(settle('0.00000001').amountToGet).toBe('0');
    expect(desk.networkFee('usdttrc20', clock.now)).toBe('1');
    expect(desk.networkFee('trx', clock.now)).toBe('4');
  });
});
