import { list, wholeNumber, type Variables } from '../../settings/variables.ts';

export type MarketSettings =
  | { kind: 'embedded'; seed: number; stepMs: number }
  | { kind: 'ccxt'; exchanges: [string, ...string[]] };

/** Returns the exchanges that prices come from, or the embedded market if none is named. Throws a ConfigurationError. */
export function readMarketSettings(variables: Variables): MarketSettings {
  const [first, ...others] = list(variables, 'MARKET_EXCHANGES');
  if (first !== undefined) return { kind: 'ccxt', exchanges: [first, ...others] };
  return {
    kind: 'embedded',
    seed: wholeNumber(variables, 'MARKET_SEED', 20261120, 0, 2 ** 31),
    stepMs: wholeNumber(variables, 'EMBEDDED_MARKET_STEP_MS', 1_000, 10, 10_000),
  };
}
