import type { Instrument } from '../../../contract/api/instruments.ts';
import { CoinLogo } from '../../components/CoinLogo.tsx';

/** A coin's logo, with the network's badge when the coin is a token on another coin's network. */
export function InstrumentLogo({ instrument }: { instrument: Instrument }) {
  const { currencyTitle, currencyLogoLink, network, contractAddress } = instrument;
  const badge = network && contractAddress ? { ticker: network.friendlyTitle, source: network.logoLink } : null;
  return <CoinLogo ticker={currencyTitle} source={currencyLogoLink} network={badge} />;
}

/** Returns the network's name ("TRON"), or its title when the host publishes no networks. */
export function networkName({ network, networkTitle }: Pick<Instrument, 'network' | 'networkTitle'>): string {
  return network?.friendlyTitle ?? networkTitle;
}
