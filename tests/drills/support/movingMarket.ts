import { amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import {
  SIMULATED_NETWORKS,
  type SimulatedMarket,
  type SimulatedNetwork,
} from '../../../server/orders/testing/simulatedMarket.ts';
import type { Random } from './random.ts';

export const STEP_MS = 30_000;
/** A year, as the host assumes of a market without history */
const VOLATILITY = 0.8;
const YEAR_MS = 365 * 24 * 3_600_000;
const STABLE = 'USDT';
/** How many steps a rise of a network's fee lasts */
const RISE_STEPS = [20, 240] as const;
const RISES = ['1.5', '2.5', '2.9', '9'] as const;
/** Around the usual fee, in each step */
const FEE_NOISE = 0.05;
const DIGITS = 8;

/**
 * Moves prices as a random walk, and network fees around their usual height, with rises that last minutes or hours. `riseChance`: of a
 * network, in a step
 */
export function createMovingMarket(market: SimulatedMarket, random: Random, riseChance: number) {
  const rises = new Map<SimulatedNetwork, { factor: string; left: number }>();
  const deviation = VOLATILITY * Math.sqrt(STEP_MS / YEAR_MS);

  const movePrices = (): void => {
    for (const [symbol, price] of Object.entries(market.prices)) {
      if (symbol !== STABLE) market.prices[symbol] = scaled(price, Math.exp(deviation * gaussian(random)));
    }
  };
  const moveFees = async (): Promise<void> => {
    const factors: Partial<Record<SimulatedNetwork, Decimal>> = {};
    for (const network of SIMULATED_NETWORKS) {
      const rise = rises.get(network);
      if (rise && rise.left > 0) rise.left -= 1;
      else if (random.next() < riseChance)
        rises.set(network, { factor: random.pick(RISES), left: random.between(...RISE_STEPS) });
      else rises.delete(network);
      factors[network] = scaled(rises.get(network)?.factor ?? '1', Math.exp(FEE_NOISE * gaussian(random)));
    }
    await market.setFees(factors);
  };
  return {
    /** Whether the fee of a network has risen */
    isRisen: (): boolean => rises.size > 0,
    /** Passes one step. */
    step: async (): Promise<void> => {
      movePrices();
      await moveFees();
      await market.pass(STEP_MS);
    },
    /** Ends the rises: fees are usual from now on. */
    calm: async (): Promise<void> => {
      rises.clear();
      await market.setFees(Object.fromEntries(SIMULATED_NETWORKS.map((network) => [network, '1'])));
    },
  };
}

const scaled = (value: Decimal, factor: number): Decimal =>
  roundToDecimal(amount(value).times(amount(factor.toFixed(DIGITS))), DIGITS, 'up');

/** Box and Muller */
const gaussian = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
