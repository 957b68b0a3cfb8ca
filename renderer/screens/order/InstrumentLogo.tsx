import type { Instrument } from '../../../contract/api/instruments.ts';
import { CoinLogo } from '../../components/coins/CoinLogo.tsx';
import { coinLogo } from '../coins/coinViews.ts';

/** A coin's logo, with the network's badge if the coin is not the network's own. */
export function InstrumentLogo({ instrument }: { instrument: Instrument }) {
  return <CoinLogo {...coinLogo(instrument)} />;
}
