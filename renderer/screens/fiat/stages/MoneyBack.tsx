import { FormattedMessage } from 'react-intl';
import type { FiatPurchase } from '../../../../contract/api/fiat.ts';
import { Figure } from '../../../components/data/Figure.tsx';
import { InformationIcon } from '../../../components/icons/icons.tsx';
import order from '../../order/order.module.css';
import { useFiatTexts } from '../useFiatTexts.ts';
import { ProviderContact } from './ProviderContact.tsx';

/** What the bank held or took returns to the card: how much, and by when. */
export function MoneyBack({ fiat }: { fiat: FiatPurchase }) {
  const { exact } = useFiatTexts();
  return (
    <>
      <Figure
        label={<FormattedMessage id="fiat.goesBack" values={{ card: fiat.cardEnding ?? 'none' }} />}
        value={exact(fiat.amount, fiat.currency)}
      />
      <p className={order['foot']}>
        <InformationIcon />
        <span>
          <FormattedMessage id="fiat.goesBack.when" values={{ provider: fiat.providerName }} />
        </span>
      </p>
      <ProviderContact fiat={fiat} />
    </>
  );
}
