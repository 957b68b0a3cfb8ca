import { isMoney } from '../../../contract/fiat/money.ts';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { isOwnNetwork } from '../../stores/isOwnNetwork.ts';
import type { CoinLogoProps } from '../../components/coins/CoinLogo.tsx';

/** Returns the network's name, such as "TRON", with a fallback for hosts without networks. */
export function networkName({ network, networkTitle }: Pick<Instrument, 'network' | 'networkTitle'>): string {
  return network?.friendlyTitle ?? networkTitle;
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
    network:
      !network || isMoney(instrument.slug) || isOwnNetwork(instrument)
        ? null
        : { ticker: network.friendlyTitle, source: network.logoLink },
  };
}

/** Returns the usual seconds until a deposit is confirmed; null if the host does not state them. */
export function confirmationSeconds({ network }: Instrument): number | null {
  return network ? network.minConfirmations * network.blockSeconds : null;
}

/** Returns the usual seconds until a payout is in a block; null if the host does not state them. */
export function payoutSeconds({ network }: Instrument): number | null {
  return network ? network.blockSeconds : null;
}

/** Returns the usual seconds until the payout of a deposit is in a block: the sum of both. */
export function exchangeSeconds(from: Instrument, to: Instrument): number | null {
  const [confirmation, payout] = [confirmationSeconds(from), payoutSeconds(to)];
  return confirmation === null || payout === null ? null : confirmation + payout;
}
