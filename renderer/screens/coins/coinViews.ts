import type { Instrument } from '../../../contract/api/instruments.ts';
import type { CoinLogoProps } from '../../components/CoinLogo.tsx';

/** "TRON", or what a host without networks calls it. */
export function networkName({ network, networkTitle }: Pick<Instrument, 'network' | 'networkTitle'>): string {
  return network?.friendlyTitle ?? networkTitle;
}

/** A coin's logo, with its network's badge where the coin is a guest there: USDT on TRON, ETH on Arbitrum. */
export function coinLogo(instrument: Instrument): Pick<CoinLogoProps, 'ticker' | 'source' | 'network'> {
  const { currencyTitle, currencyFriendlyTitle, currencyLogoLink, network, contractAddress } = instrument;
  const isGuest = network !== undefined && (Boolean(contractAddress) || !network.friendlyTitle.startsWith(currencyFriendlyTitle));
  return {
    ticker: currencyTitle,
    source: currencyLogoLink,
    network: isGuest ? { ticker: network.friendlyTitle, source: network.logoLink } : null,
  };
}

const MINUTE_SECONDS = 60;

/** Minutes until a deposit counts; null where the host does not say. */
export function confirmationMinutes({ network }: Instrument): number | null {
  return network ? Math.max(1, Math.ceil((network.minConfirmations * network.blockSeconds) / MINUTE_SECONDS)) : null;
}

/** Minutes until a payout is in a block; null where the host does not say. */
export function payoutMinutes({ network }: Instrument): number | null {
  return network ? Math.max(1, Math.ceil(network.blockSeconds / MINUTE_SECONDS)) : null;
}
