import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import type { MarketFeed } from '../../ports/market/marketFeed.ts';
import { keepTrustedPrices } from '../../pricing/keepTrustedPrices.ts';
import { createPriceBook, type PriceBook } from '../../pricing/priceBook.ts';
import { mineAndTick } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';
import { useRealDesk } from '../testing/realDesk.ts';

const HOUR = 3_600_000;

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const run = (rounds = 4): Promise<void> => mineAndTick(host, ['bitcoin', 'tron'], rounds, 7);

/** Deposits while there is no price, the given time ago. */
async function waiting(hours: number): Promise<MadeOrder> {
  const made = await makeOrder(host);
  host.desk.isStale = true;
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  host.advanceClock(hours * HOUR);
  await host.tick();
  return made;
}

test('asks the customer after six hours without a trusted price', async () => {
  const made = await waiting(5);
  expect((await readOrder(host, made)).attention).toBeNull();
  host.advanceClock(HOUR);
  await host.tick();
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'NO_PRICE', actions: ['REFUND'] });
});

test('does not restart the six hours for dust', async () => {
  const made = await waiting(3);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.0001');
  await run();
  host.advanceClock(3 * HOUR);
  await host.tick();
  expect((await readOrder(host, made)).attention?.reason).toBe('NO_PRICE');
});

test('settles the order when the price returns in time', async () => {
  const made = await waiting(5);
  host.desk.isStale = false;
  await run();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
});

test('refunds without a price, at the deadline if nobody decides', async () => {
  const made = await makeOrder(host);
  const market = useRealDesk(host, { networkFees: { bitcoin: '0.00003' } });
  await market.fees.refresh(['btc']);
  market.feed.controls.breakFeed('down');
  const later = async (hours: number): Promise<void> => {
    host.advanceClock(hours * HOUR);
    market.clock.now = host.context.now();
    await run();
  };
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await later(0);
  await later(7);
  expect((await readOrder(host, made)).attention?.reason).toBe('NO_PRICE');
  await later(25);
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('REFUND_COMPLETED');
  expect(host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin)).toMatchObject([{ amount: '0.09997' }]);
});

test('retries after other errors without asking', async () => {
  const made = await makeOrder(host);
  const { settle } = host.desk;
  host.desk.settle = () => {
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The database does not answer.');
  };
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  host.advanceClock(7 * HOUR);
  await host.tick();
  expect((await readOrder(host, made)).attention).toBeNull();
  host.desk.settle = settle;
  await run();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
});

describe('a briefly missing price does not ask about an old deposit', () => {
  const MINUTE = 60_000;
  const paidOut = () => host.chain('tron').receivedBy(ADDRESSES.tron);

  async function paidFixed(): Promise<MadeOrder> {
    const made = await makeOrder(host, { rateMode: 'FIXED', amount: '0.01' });
    host.advanceClock(5 * MINUTE);
    host.chain('bitcoin').mode = 'down';
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.01');
    host.chain('bitcoin').mine(3);
    return made;
  }
  /** Starts a process with these prices and stops it. */
  async function keepPrices(book: PriceBook): Promise<void> {
    const stop = await keepTrustedPrices(host.database, book, host.context.log, host.context.now);
    await stop();
  }

  test('after the node was offline', async () => {
    const made = await paidFixed();
    host.advanceClock(7 * HOUR);
    const market = useRealDesk(host);
    host.chain('bitcoin').mode = 'up';
    host.advanceClock(31_000);
    market.clock.now = host.context.now();
    await host.tick();
    const order = await readOrder(host, made);
    expect([order.attention, order.waitsFor]).toEqual([null, 'PRICE']);
    for (let round = 0; round < 8; round += 1) {
      host.chain('bitcoin').mine(2);
      await market.seconds(5);
    }
    expect(paidOut()).toMatchObject([{ amount: made.order.amountToGet }]);
  });

  test('after the host was offline and its first price query fails', async () => {
    const made = await paidFixed();
    const { feed, book: before } = useRealDesk(host);
    await keepPrices(before);
    host.advanceClock(7 * HOUR);
    await host.restart();
    host.chain('bitcoin').mode = 'up';
    feed.controls.breakFeed('down');
    const book = createPriceBook(feed, null, host.context.now);
    await keepPrices(book);
    Object.assign(host.desk, { isStale: true, priceMissingSince: book.missingSince });
    await run();
    expect((await readOrder(host, made)).attention).toBeNull();
    host.advanceClock(6 * HOUR);
    await run();
    expect((await readOrder(host, made)).attention?.reason).toBe('NO_PRICE');
  });

  /** Runs a process without a price for the given time and stops it. */
  async function lookInVain(feed: MarketFeed, hours: number): Promise<PriceBook> {
    const book = createPriceBook(feed, null, host.context.now);
    const stop = await keepTrustedPrices(host.database, book, host.context.log, host.context.now);
    host.advanceClock(hours * HOUR);
    await stop();
    return book;
  }

  test('asks when the price is missing across restarts', async () => {
    const market = useRealDesk(host);
    await keepPrices(market.book);
    const priceAt = host.context.now();
    market.feed.controls.breakFeed('down');
    for (let start = 0; start < 2; start += 1) await lookInVain(market.feed, 2);
    const book = await lookInVain(market.feed, 2);
    expect(book.missingSince('BTC')).toBe(priceAt);
  });

  test('does not count the time in which the host was offline', async () => {
    const market = useRealDesk(host);
    await keepPrices(market.book);
    market.feed.controls.breakFeed('down');
    for (let start = 0; start < 3; start += 1) {
      host.advanceClock(5 * HOUR);
      await lookInVain(market.feed, 1);
    }
    const book = await lookInVain(market.feed, 1);
    expect(book.missingSince('BTC')).toBe(host.context.now() - 4 * HOUR);
  });

  test('for a floating deposit that awaits its rest', async () => {
    host.desk.minimum = '0.05';
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.04');
    await run();
    host.advanceClock(10 * HOUR);
    host.desk.isStale = true;
    host.desk.missingSince = host.context.now();
    await run();
    expect((await readOrder(host, made)).attention).toBeNull();
    host.advanceClock(6 * HOUR);
    await run();
    expect((await readOrder(host, made)).attention?.reason).toBe('NO_PRICE');
  });
});
