import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { answerSocket, createExchangeApp, NOW, quote } from '../../../tests/support/browser/exchangeStores.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { purchaseQuote } from '../../../tests/support/samples/sampleFiat.ts';
import { takeSnapshot } from '../createAppStores.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const BTC_USDT = { send: 'btc', receive: 'usdttrc20', amount: '0.05' };

async function open(
  answers: Answers = {},
  opening: typeof BTC_USDT | { send: string; receive: string; amount: null } = BTC_USDT,
) {
  const app = createExchangeApp({ answers });
  await app.stores.health.check();
  await app.stores.exchange.open(opening);
  return app;
}

/** Returns an opened, started and connected store. */
async function live(answers: Answers = {}) {
  const app = await open(answers);
  app.stores.startExchange();
  app.latest().open();
  answerSocket(app);
  return app;
}

describe('opening a pair', () => {
  it('loads both rates for the first page', async () => {
    const { stores } = await open();
    expect(stores.exchange.receiveAmount).toBe('3480.6');
    expect(stores.exchange.otherAmount('FIXED')).toBe('3463.1');
    expect(stores.exchange.line.isCurrent).toBe(true);
  });

  it('uses the default pair’s amount, the recommended one for other pairs, and 500 as fallback', async () => {
    const none = { amount: null } as const;
    expect((await open({}, { send: 'btc', receive: 'usdttrc20', ...none })).stores.exchange.sendAmount).toBe('0.05');
    expect((await open({}, { send: 'eth', receive: 'btc', ...none })).stores.exchange.sendAmount).toBe('1.5');
    const silent = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down'));
    const app = await open({ 'rates.recommendedAmount': silent }, { send: 'eth', receive: 'btc', ...none });
    expect(app.stores.exchange.sendAmount).toBe('500');
  });

  it.each([
    ['nope', 'btc'],
    ['btc', 'btc'],
  ])('refuses %s to %s as not found', async (send, receive) => {
    const unknown = { 'rates.one': () => Promise.reject(new ApiError('ERR_NOT_FOUND', 'No such slug')) };
    await expect(open(unknown, { send, receive, amount: '1' })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  it('restores the page from the snapshot without a call', async () => {
    const first = await open();
    const second = createExchangeApp({ snapshot: takeSnapshot(first.stores) });
    expect(second.stores.exchange.receiveAmount).toBe('3480.6');
    expect(second.stores.exchange.sendInstrument?.currencyTitle).toBe('BTC');
    expect(second.stores.rates.ageSeconds('FLOATING')).toBe(0);
    expect(second.shell.calls).toEqual([]);
  });
});

describe('typing', () => {
  it('never overwrites the typed side', async () => {
    const app = await live();
    const { exchange } = app.stores;
    exchange.type('receive', '1000');
    vi.advanceTimersByTime(60);
    answerSocket(app);
    expect(exchange.receiveAmount).toBe('1000');
    expect(exchange.sendAmount).toBe('0.01438479');
    exchange.type('send', '0.1');
    vi.advanceTimersByTime(60);
    answerSocket(app);
    expect(exchange.sendAmount).toBe('0.1');
    expect(exchange.typedText).toBe('0.1');
    expect(exchange.receiveAmount).toBe('6963.1');
  });

  it('shows an estimate from the last pushed rate, then the host’s quote', async () => {
    const app = await live();
    const { exchange } = app.stores;
    exchange.type('send', '0.1');
    expect(exchange.receiveAmount).toBe('6963.1');
    expect(exchange.line.isCurrent).toBe(false);
    vi.advanceTimersByTime(60);
    answerSocket(app, (input) => ({ ...quote(input), amountToGet: '6963.099' }));
    expect(exchange.receiveAmount).toBe('6963.099');
    expect(exchange.line.isCurrent).toBe(true);
  });

  it('requests one quote after quick typing', async () => {
    const app = await live();
    for (const text of ['0', '0.', '0.2', '0.25']) app.stores.exchange.type('send', text);
    vi.advanceTimersByTime(59);
    expect(app.latest().sent).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(app.latest().sent.filter(({ event }) => event === 'pairs.rates')).toHaveLength(2);
  });

  it('keeps unfinished text and requests no quote for an empty field', async () => {
    const app = await live();
    const { exchange } = app.stores;
    exchange.type('send', '0.');
    expect(exchange.typedText).toBe('0.');
    expect(exchange.problem).toEqual({ kind: 'empty' });
    vi.advanceTimersByTime(100);
    expect(app.latest().sent).toHaveLength(0);
  });

  it('truncates decimals that can’t be claimed', async () => {
    const { stores } = await live();
    stores.exchange.type('send', '0.123456789');
    expect(stores.exchange.typedText).toBe('0.12345678');
    stores.exchange.type('receive', '10.1234567');
    expect(stores.exchange.typedText).toBe('10.123456');
  });
});

describe('bounds', () => {
  it('are known before the host answers', async () => {
    const { stores } = await live();
    expect(stores.exchange.bounds).toEqual({ minimum: '0.0009', maximum: '4.2' });
    stores.exchange.type('send', '0.0001');
    expect(stores.exchange.problem).toMatchObject({ kind: 'tooSmall', expected: '0.0009' });
    stores.exchange.type('send', '5');
    expect(stores.exchange.problem).toMatchObject({ kind: 'tooBig', expected: '4.2' });
  });

  it('are replaced by the host’s when they differ', async () => {
    const app = await live();
    app.stores.exchange.type('send', '0.001');
    expect(app.stores.exchange.problem).toBeNull();
    vi.advanceTimersByTime(60);
    answerSocket(app, () => {
      throw new ApiError('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL', 'Too small', { expected: '0.002', expectedToGet: '137.4' });
    });
    expect(app.stores.exchange.problem).toEqual({ kind: 'tooSmall', expected: '0.002', expectedToGet: '137.4' });
    expect(app.stores.exchange.writeAddress().amount).toBeNull();
  });

  it('show no error once the amount is valid again', async () => {
    const app = await live();
    app.stores.exchange.type('send', '0.0001');
    vi.advanceTimersByTime(60);
    answerSocket(app);
    app.stores.exchange.type('send', '0.05');
    expect(app.stores.exchange.problem).toBeNull();
    vi.advanceTimersByTime(60);
    answerSocket(app);
    expect(app.stores.exchange.writeAddress()).toEqual({ send: 'btc', receive: 'usdttrc20', amount: '0.05' });
  });
});

describe('the rate mode', () => {
  it.each([
    ['ERR_NOT_ACCEPTABLE', 'pair'],
    ['ERR_UNPROCESSABLE_ENTITY', 'amount'],
  ] as const)('%s forces the floating rate (%s)', async (code, reason) => {
    const app = await live();
    const { exchange } = app.stores;
    exchange.chooseMode('FIXED');
    exchange.type('send', '1');
    vi.advanceTimersByTime(60);
    answerSocket(app, (input) => {
      if (input.rateMode === 'FIXED') throw new ApiError(code, 'Not fixed');
      return quote(input);
    });
    expect(exchange.mode).toBe('FLOATING');
    expect(exchange.forcedFloating).toBe(reason);
    exchange.type('send', '0.05');
    vi.advanceTimersByTime(60);
    answerSocket(app);
    expect(exchange.mode).toBe('FIXED');
  });
});

describe('the pair', () => {
  it('is swapped with its values; the typed amount stays with its coin', async () => {
    const app = await live();
    const { exchange } = app.stores;
    exchange.type('send', '0.07');
    exchange.swap();
    expect(exchange.send).toBe('usdttrc20');
    expect(exchange.receiveAmount).toBe('0.07');
    expect(exchange.typedSide).toBe('receive');
    exchange.swap();
    expect(exchange.sendAmount).toBe('0.07');
  });

  it('is swapped when the other side’s coin is chosen', async () => {
    const { stores } = await live();
    stores.exchange.choose('send', 'usdttrc20');
    expect([stores.exchange.send, stores.exchange.receive]).toEqual(['usdttrc20', 'btc']);
  });

  it('keeps a typed amount when a coin changes and replaces a default amount', async () => {
    const typed = await live();
    await typed.stores.instruments.loadAll();
    typed.stores.exchange.type('send', '0.2');
    typed.stores.exchange.choose('send', 'eth');
    await vi.advanceTimersByTimeAsync(0);
    expect(typed.stores.exchange.sendAmount).toBe('0.2');
    const proposed = await live();
    await proposed.stores.instruments.loadAll();
    proposed.stores.exchange.choose('send', 'eth');
    await vi.advanceTimersByTimeAsync(0);
    expect(proposed.stores.exchange.sendAmount).toBe('1.5');
  });

  it.each(['ERR_PAIR_NOT_ACTIVE', 'ERR_NETWORK_NOT_SUPPORTED', 'ERR_BAD_REQUEST'] as const)(
    'is unsupported after %s and opens a popup',
    async (code) => {
      const app = await live();
      app.stores.exchange.type('send', '1');
      vi.advanceTimersByTime(60);
      answerSocket(app, () => {
        throw new ApiError(code, 'Refused');
      });
      expect(app.stores.exchange.isUnsupported).toBe(true);
      expect(app.stores.dialogs.current?.name).toBe('pairNotSupported');
    },
  );

  it('shows the available amount when liquidity is short', async () => {
    const app = await live();
    app.stores.exchange.type('send', '4');
    vi.advanceTimersByTime(60);
    answerSocket(app, () => {
      throw new ApiError('ERR_NO_LIQUIDITY_AVAILABLE', 'Try up to 2', { available: '2' });
    });
    expect(app.stores.exchange.problem).toEqual({ kind: 'noLiquidity', expected: '2' });
    expect(app.stores.exchange.isUnsupported).toBe(false);
  });
});

describe('a lost feed', () => {
  it('marks the last value as stale and recovers', async () => {
    const app = await live();
    const { exchange, rates } = app.stores;
    const down = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down'));
    app.shell.answers['rates.one'] = down;
    app.latest().drop();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(exchange.isStale).toBe(true);
    expect(exchange.receiveAmount).toBe('3480.6');
    expect(rates.ageSeconds('FLOATING')).toBeGreaterThanOrEqual(11);
    app.latest().open();
    answerSocket(app);
    expect(exchange.isStale).toBe(false);
    expect(rates.ageSeconds('FLOATING')).toBe(0);
  });
});

describe('the distance from the market', () => {
  it('includes all fees', async () => {
    const { stores } = await open();
    // (3480.6 / 0.05) / 70000 = 0.99446
    expect(stores.exchange.belowMarketPercent).toBe('0.6');
  });
});

describe('buying for money', () => {
  const shown = ({ exchange }: Awaited<ReturnType<typeof live>>['stores']) => {
    const { send, receive, typedSide, typedText, isBuying } = exchange;
    return { pair: `${send}-${receive}`, typed: `${typedSide} ${typedText}`, isBuying };
  };

  it('begins with 200, asks for the rate of a purchase and never for a fixed one', async () => {
    const { stores, shell } = await open({ 'rates.one': purchaseQuote }, { send: 'usd', receive: 'btc', amount: null });
    stores.exchange.chooseMode('FIXED');
    expect([shown(stores), stores.exchange.mode]).toEqual([{ pair: 'usd-btc', typed: 'send 200', isBuying: true }, 'FLOATING']);
    expect(shell.callsOf('rates.one').map(({ input }) => input)).toEqual([
      expect.objectContaining({ exchangeType: 'fiat', rateMode: 'FLOATING', claimedDepositAmount: '200' }),
    ]);
  });

  it('begins when money is chosen, and the swap button leads back to the coin that was sent before', async () => {
    const { stores } = await live();
    stores.exchange.choose('receive', 'eth');
    stores.exchange.choose('send', 'usd');
    expect(shown(stores)).toEqual({ pair: 'usd-eth', typed: 'send 200', isBuying: true });
    stores.exchange.type('send', '350');
    stores.exchange.type('receive', '1');
    stores.exchange.choose('send', 'eur');
    expect(shown(stores).typed).toBe('send 350');
    stores.exchange.swap();
    expect(shown(stores)).toEqual({ pair: 'eth-btc', typed: 'send 0.01', isBuying: false });
  });

  it.each([
    ['btc', 'btc-usdttrc20'],
    ['usdttrc20', 'usdttrc20-btc'],
  ])('leads from a purchase of %s to %s if no coin was sent before', async (receive, pair) => {
    const { stores } = await open({ 'rates.one': purchaseQuote }, { send: 'usd', receive, amount: null });
    stores.exchange.swap();
    expect(shown(stores)).toEqual({ pair, typed: 'send 0.01', isBuying: false });
  });
});
