import { useIntl } from 'react-intl';
import type { Instrument } from '../../../contract/api/instruments.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { Definition } from '../../components/data/DefinitionList.tsx';
import { splitNetworkFee } from '../../stores/networkFees.ts';
import { useMoney } from './useMoney.ts';

interface NetworkFee {
  fee: Decimal;
  /** The part of `fee` that pays for collecting the deposit, as the host sent it. */
  collection: Decimal | undefined;
  instrument: Pick<Instrument, 'currencyTitle'>;
  /** "−" where the lines reduce an amount. */
  sign?: '−';
}

/** Returns the two lines of a network fee that also pays for collecting the deposit (D53, D8); no lines for any other fee. */
export function useNetworkFeeLines(): (fee: NetworkFee) => Definition[] {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  return ({ fee, collection, instrument, sign = '' }) => {
    const { sending, collecting } = splitNetworkFee(fee, collection);
    if (collecting === null) return [];
    return [
      { id: 'sending', term: formatMessage({ id: 'order.fee.sending' }), detail: `${sign}${money(sending, instrument)}` },
      {
        id: 'collecting',
        term: formatMessage({ id: 'order.fee.collecting' }),
        detail: `${sign}${money(collecting, instrument)}`,
      },
    ];
  };
}
