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

/** Controls of this process alone. They take effect at once. */
interface OwnControls extends MarketControls {
  breakFeed(mode: MarketBreakMode): void;
  mend(): void;
}

export interface EmbeddedFeed extends MarketFeed {
  readonly controls: OwnControls;
  /** Moves a quarter of the symbols one step. The timer of `start` calls it, and tests do. */
  step(): void;
}

const STEP_MS = 1_000;
/** Each symbol moves every fourth step: visibly, and long before its price is stale. */
const STRIDE = 4;
const JUMP_PERCENT = 15;
const [MIN_PRICE, MAX_PRICE] = ['0.000000000001', '1000000000000'];
const SMALLEST_TRADE_USD = amount('5');

/** Creates the embedded market (D12, D13): a dated snapshot and a seeded random walk, with controls to break it. */
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

/** Returns whether a walk can represent the price, and quotes with it stay short enough for a response. */
function isQuotable(price: Decimal): boolean {
  const [, decimals = ''] = price.split('.');
  return decimals.length <= WALK_DECIMALS && compare(price, MIN_PRICE) >= 0 && compare(price, MAX_PRICE) <= 0;
}

/** Returns the volatility of a coin: none for the dollar, little for stablecoins, most for the cheapest coins. */
function styleOf(symbol: string, price: Decimal): WalkStyle {
  if (symbol === 'USD') return { volatility: 0, halfSpread: 0 };
  const value = amount(price);
  if (value.gte('0.97') && value.lte('1.03')) return { volatility: 8, halfSpread: 50 };
  if (value.gte('1000')) return { volatility: 60, halfSpread: 100 };
  if (value.lt('0.0001')) return { volatility: 160, halfSpread: 6_000 };
  return { volatility: 100, halfSpread: 400 };
}
