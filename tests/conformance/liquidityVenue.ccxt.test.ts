import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../../server/settings/configurationError.ts';
import { createCcxtVenue } from '../../server/ports/venue/ccxt/ccxtVenue.ts';
import { startBinanceStandIn } from '../../server/ports/venue/ccxt/testing/binanceStandIn.ts';
import { startKrakenStandIn } from '../../server/ports/venue/ccxt/testing/krakenStandIn.ts';
import { VenueUnavailableError } from '../../server/ports/venue/liquidityVenue.ts';
import { describeLiquidityVenue } from './liquidityVenue.ts';

/** Replaces the clock before ccxt is loaded, which keeps a reference to it. */
const clock = vi.hoisted(() => {
  const now = Date.now.bind(Date);
  const state = { setBackMs: 0 };
  Date.now = () => now() - state.setBackMs;
  return state;
});

/** The shapes of both exchanges over HTTP, read through ccxt. The servers only stand in for the exchanges: no order leaves the machine. */
const STAND_INS = { binance: startBinanceStandIn, kraken: startKrakenStandIn } as const;
type ExchangeName = keyof typeof STAND_INS;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  clock.setBackMs = 0;
  for (const close of closing.splice(0)) await close();
});

const venueAt = async (exchange: ExchangeName, origin: string) =>
  await createCcxtVenue({
    exchange,
    origin,
    baseCoin: 'USDT',
    apiKey: 'key',
    secret: Buffer.from('secret').toString('base64'),
    callGapMs: 1,
    networkTitle: () => 'BTC',
  });

async function open(exchange: ExchangeName) {
  const standIn = await STAND_INS[exchange]();
  const venue = await venueAt(exchange, standIn.origin);
  return {
    standIn,
    venue,
    now: Date.now,
    break: async (fault: typeof standIn.state.fault) => {
      standIn.state.fault = fault;
    },
    mend: async () => {
      standIn.state.fault = 'none';
    },
    deposit: async (txHash: string) => standIn.deposit('0.25', txHash),
    close: standIn.close,
  };
}

describeLiquidityVenue('binance', () => open('binance'));
describeLiquidityVenue('kraken', () => open('kraken'));

it('does not call an order refused that reached Binance twice', async () => {
  const { venue, standIn, close } = await open('binance');
  closing.push(close);
  standIn.state.fault = 'repeated';
  const order = { id: 'twice', coin: 'BTC', side: 'BUY', amount: '0.02', limit: '61000', deadline: Date.now() + 5_000 } as const;
  await expect(venue.place(order)).rejects.toBeInstanceOf(VenueUnavailableError);
  expect(await venue.find(order)).toMatchObject({ state: 'ENDED', filled: '0.02' });
});

it('goes on at Kraken when the clock is set back', async () => {
  const { venue, close } = await open('kraken');
  closing.push(close);
  const before = await venue.balances();
  clock.setBackMs = 60_000;
  expect(await venue.balances()).toEqual(before);
});

describe.each(['binance', 'kraken'] as const)('our account at %s', (exchange) => {
  const start = async () => {
    const under = await open(exchange);
    closing.push(under.close);
    return under;
  };

  it('is not opened with a key that may withdraw', async () => {
    const { standIn } = await start();
    standIn.state.canWithdraw = true;
    const opening = venueAt(exchange, standIn.origin);
    await expect(opening).rejects.toBeInstanceOf(ConfigurationError);
    await expect(opening).rejects.toThrow(/^The API key of VENUES_FILE may withdraw from \w+: .+\.$/);
  });

  it('opens while the exchange is down, and places nothing before the key was checked', async () => {
    const { standIn } = await start();
    standIn.state.fault = 'down';
    const venue = await venueAt(exchange, standIn.origin);
    standIn.state.fault = 'none';
    standIn.state.canWithdraw = true;
    const order = {
      id: 'late key',
      coin: 'BTC',
      side: 'BUY',
      amount: '0.02',
      limit: '61000',
      deadline: Date.now() + 5_000,
    } as const;
    await expect(venue.place(order)).rejects.toBeInstanceOf(ConfigurationError);
    expect(standIn.state.orders).toEqual([]);
  });

  it('sends an amount between two steps nowhere, instead of rounding it', async () => {
    const { venue, standIn } = await start();
    const order = { id: 'steps', coin: 'BTC', side: 'BUY', limit: '61000', deadline: Date.now() + 5_000 } as const;
    await expect(venue.place({ ...order, amount: '0.020000001' })).rejects.toThrow('between two steps');
    await expect(venue.place({ ...order, amount: '0.02', limit: '61000.001' })).rejects.toThrow('between two steps');
    expect(standIn.state.orders).toEqual([]);
  });

  it('lists transfers of more than the 90 days that an answer contains', async () => {
    const { venue, standIn } = await start();
    const day = 24 * 3_600_000;
    // Kraken tells whole seconds.
    const since = Math.floor(Date.now() / 1_000) * 1_000 - 200 * day;
    for (const [index, days] of [0, 45, 90, 150, 200].entries()) standIn.deposit('0.25', String(index), since + days * day);
    expect((await venue.transfers(since)).map(({ txHash }) => txHash)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('reads every page of fills', async () => {
    const { venue, standIn } = await start();
    const at = Date.now();
    for (let id = 0; id < 1_030; id += 1) {
      const side = 'buy' as const;
      standIn.state.trades.push({
        id,
        orderId: String(id),
        side,
        amount: '0.001',
        cost: '60',
        fee: '0.06',
        feeCoin: 'USDT',
        at: at + id,
      });
    }
    expect(await venue.fills('BTC', at)).toHaveLength(1_030);
  });
});
