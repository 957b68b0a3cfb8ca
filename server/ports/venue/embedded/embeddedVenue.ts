import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { add, amount, compare, roundToDecimal, subtract, sum, toDecimal, type Decimal } from '../../../../contract/money.ts';
import type { EmbeddedVenueOrder } from '../../../db/tables/venues.ts';
import type { MarketFeed } from '../../market/marketFeed.ts';
import {
  VenueRefusedError,
  VenueUnavailableError,
  type FoundOrder,
  type LiquidityVenue,
  type VenueMarket,
  type VenueOrder,
} from '../liquidityVenue.ts';
import { VENUE_BREAK_MODES, type VenueControls, type VenueMode } from '../venueControls.ts';
import type { EmbeddedVenueBooks, EmbeddedVenueStore } from './embeddedVenueStore.ts';
import { toStep } from '../steps.ts';
import { feeOf, marketOf, matchOrder, refusalOf } from './matching.ts';

export interface EmbeddedVenueOptions {
  store: EmbeddedVenueStore;
  feed: Pick<MarketFeed, 'tick' | 'symbols'>;
  /** Duration of an answer in mode `slow`, and delay of an execution in mode `late`, in ms */
  slowMs?: number;
  lateMs?: number;
  now?: () => number;
}

export interface EmbeddedVenue {
  venue: LiquidityVenue;
  controls: VenueControls;
}

const BASE_COIN = 'USDT';
const NAME = 'embedded';
/** The account begins with as much of each coin, in USD. */
const OPENING_USD = amount('1000000');
const OPENING_BASE = '10000000';
const UNDERSTATED = amount('0.99');
const HALF = amount('0.5');

/**
 * Creates the embedded venue: an account at an exchange with the prices of the embedded market, limited depth and a fee of 0.1 % of what
 * is received. Its books are in the database, so that all processes share them and they survive a restart. Each call executes the orders
 * that are due.
 */
export function createEmbeddedVenue(options: EmbeddedVenueOptions): EmbeddedVenue {
  const { store, feed, slowMs = 3_000, lateMs = 4_000, now = Date.now } = options;

  const marketOfCoin = (coin: string): VenueMarket | null => {
    const [tick, base] = [feed.tick(coin), feed.tick(BASE_COIN)];
    return coin === BASE_COIN || coin === 'USD' || !tick || !base ? null : marketOf(coin, tick, base);
  };

  const openAccount = async (books: EmbeddedVenueBooks): Promise<void> => {
    if ((await books.balances()).size > 0) return;
    await books.writeBalance(BASE_COIN, OPENING_BASE);
    for (const coin of feed.symbols()) {
      const [market, tick] = [marketOfCoin(coin), feed.tick(coin)];
      if (!market || !tick) continue;
      await books.writeBalance(coin, toDecimal(toStep(OPENING_USD.div(amount(tick.ask)), market.amountStep, 'up')));
    }
  };

  /** Trades what the market offers within the limit and the balance covers, and ends the order. */
  const execute = async (books: EmbeddedVenueBooks, order: EmbeddedVenueOrder, share: 'all' | 'half'): Promise<void> => {
    const [market, tick, base] = [marketOfCoin(order.coin), feed.tick(order.coin), feed.tick(BASE_COIN)];
    const isLate = order.due_at > order.deadline;
    const wanted = share === 'all' ? amount(order.amount) : amount(order.amount).times(HALF);
    const matches =
      isLate || !market || !tick || !base
        ? []
        : matchOrder(
            { side: order.side, limit: order.price_limit },
            toStep(wanted, market.amountStep, 'down'),
            market,
            tick,
            base,
          );
    const [paid, received] = order.side === 'BUY' ? [BASE_COIN, order.coin] : [order.coin, BASE_COIN];
    const balances = await books.balances();
    let [left, held, filled] = [balances.get(paid) ?? '0', balances.get(received) ?? '0', '0'];
    for (const match of matches) {
      const [price, gain] = order.side === 'BUY' ? [match.cost, match.amount] : [match.amount, match.cost];
      if (compare(price, left) > 0) break;
      const fee = feeOf(gain);
      left = subtract(left, price);
      held = subtract(add(held, gain), fee);
      filled = add(filled, match.amount);
      const { id: order_id, coin, side } = order;
      await books.addFill({ id: randomUUID(), order_id, coin, side, ...match, fee, fee_coin: received, at: now() });
    }
    await books.writeBalance(paid, left);
    await books.writeBalance(received, held);
    await books.updateOrder(order.id, { filled, is_ended: 1 });
  };

  const executeDue = async (books: EmbeddedVenueBooks): Promise<void> => {
    for (const order of await books.listDue(now())) await execute(books, order, 'all');
  };

  const currentMode = async (): Promise<VenueMode> => {
    const stored = await store.findMode();
    return VENUE_BREAK_MODES.find((mode) => mode === stored) ?? 'up';
  };
  const inMode = async (): Promise<VenueMode> => {
    const mode = await currentMode();
    if (mode === 'down') throw new VenueUnavailableError('the venue does not answer');
    if (mode === 'slow') await delay(slowMs);
    return mode;
  };
  const withBooks = async <Result>(work: (books: EmbeddedVenueBooks) => Promise<Result>): Promise<Result> =>
    await store.lock(async (books) => {
      await openAccount(books);
      await executeDue(books);
      return await work(books);
    });
  const reading = async <Result>(work: (books: EmbeddedVenueBooks, mode: VenueMode) => Promise<Result>): Promise<Result> => {
    const mode = await inMode();
    return await withBooks((books) => work(books, mode));
  };

  const accept = async (books: EmbeddedVenueBooks, order: VenueOrder, mode: VenueMode): Promise<void> => {
    const market = marketOfCoin(order.coin);
    const refusal = market ? refusalOf(order, market) : `there is no market of ${order.coin}`;
    if (refusal !== null) throw new VenueRefusedError(refusal);
    if (order.deadline < now()) throw new VenueRefusedError('the deadline of the order has passed');
    const { coin, side, deadline } = order;
    const cost = toDecimal(amount(order.amount).times(amount(order.limit)));
    const [paid, needed] = side === 'BUY' ? [BASE_COIN, cost] : [coin, order.amount];
    if (compare((await books.balances()).get(paid) ?? '0', needed) < 0) throw new VenueRefusedError('the balance is too low');
    const stored = {
      id: randomUUID(),
      client_id: order.id,
      coin,
      side,
      amount: order.amount,
      price_limit: order.limit,
      deadline,
      due_at: mode === 'late' ? now() + lateMs : now(),
      is_ended: 0,
      filled: '0',
    };
    await books.addOrder(stored);
    if (mode !== 'late') await execute(books, stored, mode === 'partial' ? 'half' : 'all');
  };

  const venue: LiquidityVenue = {
    name: NAME,
    baseCoin: BASE_COIN,
    markets: () => reading(async () => feed.symbols().flatMap((coin) => marketOfCoin(coin) ?? [])),
    balances: () =>
      reading(async (books, mode) => {
        const shown = (value: Decimal) =>
          mode === 'understate' ? roundToDecimal(amount(value).times(UNDERSTATED), 8, 'down') : value;
        const held = [...(await books.balances())].filter(([, value]) => compare(value, '0') !== 0);
        return new Map(held.map(([coin, value]) => [coin, shown(value)]));
      }),
    place: async (order) => {
      const mode = await inMode();
      if (mode === 'loseRequests') throw new VenueUnavailableError('the order was lost');
      if (mode === 'refuse') throw new VenueRefusedError('the venue accepts no orders at the moment');
      await withBooks((books) => accept(books, order, mode));
      if (mode === 'loseAnswers' || mode === 'late') throw new VenueUnavailableError('the answer was lost');
    },
    find: (order) =>
      reading(async (books): Promise<FoundOrder> => {
        const found = (await books.listByClientId(order.id)).filter(({ is_ended }) => is_ended === 1);
        const [first] = found;
        if (!first) return { state: 'ABSENT' };
        return { state: 'ENDED', filled: sum(found.map(({ filled }) => filled)), venueOrderId: first.id };
      }),
    fills: (coin, since) =>
      reading(async (books) =>
        (await books.listFills(coin, since)).map(({ order_id: venueOrderId, fee_coin: feeCoin, ...fill }) => ({
          ...fill,
          venueOrderId,
          feeCoin,
        })),
      ),
    depositAddress: (coin, networkSlug) => reading(async () => ({ address: `${NAME}-${coin}-${networkSlug}`, memo: null })),
    transfers: (since) =>
      reading(async (books) =>
        (await books.listTransfers(since)).map(({ tx_hash: txHash, ...transfer }) => ({ ...transfer, txHash, state: 'DONE' })),
      ),
  };

  return {
    venue,
    controls: {
      name: NAME,
      mode: currentMode,
      setMode: (mode) => store.writeMode(mode),
      deposit: (coin, value, txHash) =>
        withBooks(async (books) => {
          await books.writeBalance(coin, add((await books.balances()).get(coin) ?? '0', value));
          const transfer = {
            id: randomUUID(),
            direction: 'IN' as const,
            coin,
            amount: value,
            fee: '0',
            address: null,
            tx_hash: txHash,
            at: now(),
          };
          await books.addTransfer(transfer);
        }),
      withdraw: (coin, value, { fee, address, txHash }) =>
        withBooks(async (books) => {
          await books.writeBalance(coin, subtract((await books.balances()).get(coin) ?? '0', add(value, fee)));
          const id = randomUUID();
          await books.addTransfer({ id, direction: 'OUT', coin, amount: value, fee, address, tx_hash: txHash, at: now() });
        }),
    },
  };
}
