import { FormattedMessage } from 'react-intl';
import type { FiatPurchase } from '../../../contract/api/fiat.ts';
import type { Instrument } from '../../../contract/api/instruments.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { Definition } from '../../components/data/DefinitionList.tsx';
import { networkName } from '../coins/coinViews.ts';

interface Purchase extends Pick<FiatPurchase, 'fees' | 'providerName'> {
  coin: Instrument;
  written: (amount: Decimal) => string;
}

/** Returns a line for each fee of a purchase. */
export function feeLines({ fees, providerName, coin, written }: Purchase): Definition[] {
  return fees.map(({ kind, amount }) => ({
    id: kind,
    term: <FormattedMessage id={`fiat.fee.${kind}`} values={{ provider: providerName, network: networkName(coin) }} />,
    detail: written(amount),
  }));
}
