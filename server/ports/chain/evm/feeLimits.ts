import { ownValue } from '../../../../contract/tables/ownValue.ts';
/**
 * Default limits of the price per gas, in gwei: several times the price of a busy day. So payments wait only when something
 * is wrong, and a node that reports an inflated price can't make the treasury pay it. At the limit, a plain transfer costs a few
 * dollars, on Ethereum up to about twenty.
 */
const LIMITS_GWEI: Readonly<Record<string, number>> = {
  ethereum: 300,
  bsc: 20,
  polygon: 3_000,
  avalanche: 500,
  ethereumclassic: 200,
  celo: 500,
  cronos: 15_000,
  sonic: 1_000,
  gnosis: 500,
  moonbeam: 2_000,
  kaia: 1_000,
  flare: 1_000,
  monad: 1_000,
};

/** For rollups and networks that are not listed, where gas costs fractions of a gwei. */
const USUAL_LIMIT_GWEI = 50;

export function feeLimitGwei(networkSlug: string): number {
  return ownValue(LIMITS_GWEI, networkSlug) ?? USUAL_LIMIT_GWEI;
}
