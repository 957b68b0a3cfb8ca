import type { Instrument } from '../../../contract/api/instruments.ts';
import { CoinLogo } from '../../components/CoinLogo.tsx';

/** A coin's logo, with its network's badge where the coin is a guest on that network. */
export function InstrumentLogo({ instrument }: { instrument: Instrument }) {
  const { currencyTitle, currencyLogoLink, network, contractAddress } = instrument;
  const badge = network && contractAddress ? { ticker: network.friendlyTitle, source: network.logoLink } : null;
  return <CoinLogo ticker={currencyTitle} source={currencyLogoLink} network={badge} />;
}

/** "TRON", or what a host without networks calls it. */
export function networkName({ network, networkTitle }: Pick<Instrument, 'network' | 'networkTitle'>): string {
  return network?.friendlyTitle ?? networkTitle;
}
