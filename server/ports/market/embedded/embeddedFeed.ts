import { ApiError } from '../../../../contract/errors.ts';
import { amount, compare, isDecimal, roundToDecimal, type Decimal } from '../../../../contract/money.ts';
import type { MarketBreakMode, MarketControls } from '../marketControls.ts';
import type { MarketFeed, MarketTick } from '../marketFeed.ts';
import { createHistory } from './history.ts';
import type { MarketSnapshot } from './snapshot.ts';
import { createWalk, WALK_DECIMALS, type Walk, type WalkStyle } from './walk.ts';

export interface EmbeddedFeedOptions {
  snapshot: MarketSnapshot;
  seed: number;
  stepMs?: number;
  now?: () => number;
}

/** Of this process alone, and so at once. */
interface OwnControls extends MarketControls {
  breakFeed(mode: MarketBreakMode): void;
  mend(): void;
}

export interface EmbeddedFeed extends MarketFeed {
  readonly controls: OwnControls;
  /** One step of the walk: a quarter of the symbols moves. Called by the timer that `start` sets, and by tests. */
  step(): void;
}

const STEP_MS = 1_000;
/** Every symbol moves in one step out of four: often enough to be alive, never near the age at which a price is stale. */
const STRIDE = 4;
const JUMP_PERCENT = 15;
const [LEAST_PRICE, MOST_PRICE] = ['0.000000000001', '1000000000000'];
const SMALLEST_TRADE_USD = amount('5');

/** The embedded market (D12, D13): a dated snapshot moved by a seeded random walk, with controls to break it. */
export function createEmbeddedFeed(options: EmbeddedFeedOptions): EmbeddedFeed {
  const { snapshot, seed, stepMs = STEP_MS, now = Date.now } = options;
  const symbols = Object.keys(snapshot.prices);
  const walks = new Map<string, Walk>();
  const ticks = new Map<string, MarketTick>();
  const minimums = new Map<string, Decimal>();
  const listeners = new Set<(symbols: readonly string[]) => void>();
  let mode: 'working' | MarketBreakMode = 'working';
  let steps = 0;

  for (const [symbol, price] of Object.entries(snapshot.prices)) {
    walks.set(symbol, createWalk(seed, symbol, price, styleOf(symbol, price)));
    minimums.set(symbol, roundToDecimal(SMALLEST_TRADE_USD.div(amount(price)), 8, 'up'));
  }
  const history = createHistory(walks, now);

  const publish = (moved: readonly string[]): void => {
    if (mode === 'down' || mode === 'stale') return;
    const at = now();
    for (const symbol of moved) {
      const shift = mode === 'jump' && symbol !== 'USD' ? JUMP_PERCENT : 0;
      const shown = walks.get(symbol)?.show(shift);
      if (shown) ticks.set(symbol, { symbol, ...shown, at });
    }
    for (const listener of listeners) listener(moved);
  };
  const step = (): void => {
    steps += 1;
    const moved = symbols.filter((_, index) => (index + steps) % STRIDE === 0);
    for (const symbol of moved) walks.get(symbol)?.step();
    publish(moved);
  };
  publish(symbols);

  return {
    code: 'EMBEDDED',
    tick: (symbol) => (mode === 'down' ? undefined : ticks.get(symbol)),
    symbols: () => symbols,
    history: (symbol) => history.of(symbol),
    minimumAmount: (symbol) => minimums.get(symbol) ?? null,
    onTick: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    step,
    start: async () => {
      publish(symbols);
      const timers = [setInterval(step, stepMs), setInterval(history.record, history.intervalMs)];
      return async () => timers.forEach((timer) => clearInterval(timer));
    },
    controls: {
      setPrice: async (symbol, price) => {
        const walk = walks.get(symbol);
        if (!walk) throw new ApiError('ERR_NOT_FOUND', `The embedded market has no ${symbol}.`);
        if (!isDecimal(price) || !isQuotable(price)) {
          throw new ApiError('ERR_VALIDATION', 'A price is a decimal between 10⁻¹² and 10¹².', { field: 'price' });
        }
        walk.reset(price);
        publish([symbol]);
      },
      breakFeed: (next) => {
        mode = next;
        publish(symbols);
      },
      mend: () => {
        mode = 'working';
        publish(symbols);
      },
      mode: () => mode,
    },
  };
}

/** What a walk can hold, and no division makes too long for an answer. */
function isQuotable(price: Decimal): boolean {
  const [, decimals = ''] = price.split('.');
  return decimals.length <= WALK_DECIMALS && compare(price, LEAST_PRICE) >= 0 && compare(price, MOST_PRICE) <= 0;
}

/** The dollar stands still, coins tied to it hardly move, the small ones move most and have the widest spread. */
function styleOf(symbol: string, price: Decimal): WalkStyle {
  if (symbol === 'USD') return { volatility: 0, halfSpread: 0 };
  const value = amount(price);
  if (value.gte('0.97') && value.lte('1.03')) return { volatility: 8, halfSpread: 50 };
  if (value.gte('1000')) return { volatility: 60, halfSpread: 100 };
  if (value.lt('0.0001')) return { volatility: 160, halfSpread: 6_000 };
  return { volatility: 100, halfSpread: 400 };
}
