import type { Instrument } from '../../../contract/api/instruments.ts';
import { isOwnNetwork } from '../../stores/isOwnNetwork.ts';
import type { CoinLogoProps } from '../../components/coins/CoinLogo.tsx';

/** Returns the network's name, such as "TRON", with a fallback for hosts without networks. */
export function networkName({ network, networkTitle }: Pick<Instrument, 'network' | 'networkTitle'>): string {
  return network?.friendlyTitle ?? networkTitle;
}

/** Returns the network's term for its memo within a sentence: "destination tag". */
export function memoInSentence({ network }: Pick<Instrument, 'network'>): string {
  const name = network?.memoName ?? 'Memo';
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * Returns the name of a token's standard, such as "TRC20"; null for a network's own coin, and if the network's name says it
 * already ("POLYGON" of Polygon).
 */
export function tokenStandard(instrument: Instrument): string | null {
  const { contractAddress, currencyTitle, networkTitle } = instrument;
  if (contractAddress === null || networkTitle === currencyTitle) return null;
  return networkName(instrument).toLowerCase().startsWith(networkTitle.toLowerCase()) ? null : networkTitle;
}

/** Returns a coin's logo, with the network's badge if the coin is not the network's own: USDT on TRON, ETH on Arbitrum. */
export function coinLogo(instrument: Instrument): Pick<CoinLogoProps, 'ticker' | 'source' | 'network'> {
  const { currencyTitle, currencyLogoLink, network } = instrument;
  return {
    ticker: currencyTitle,
    source: currencyLogoLink,
    network: !network || isOwnNetwork(instrument) ? null : { ticker: network.friendlyTitle, source: network.logoLink },
  };
}

const MINUTE_SECONDS = 60;

/** Returns the minutes until the payout of a deposit is in a block; null if the host does not state them. */
export function exchangeMinutes({ network: from }: Instrument, { network: to }: Instrument): number | null {
  return from && to ? minutes(from.minConfirmations * from.blockSeconds + to.blockSeconds) : null;
}

const minutes = (seconds: number): number => Math.max(1, Math.ceil(seconds / MINUTE_SECONDS));

/** Returns the minutes until a deposit is confirmed; null if the host does not state them. */
export function confirmationMinutes({ network }: Instrument): number | null {
  return network ? minutes(network.minConfirmations * network.blockSeconds) : null;
}

/** Returns the minutes until a payout is in a block; null if the host does not state them. */
export function payoutMinutes({ network }: Instrument): number | null {
  return network ? minutes(network.blockSeconds) : null;
}
