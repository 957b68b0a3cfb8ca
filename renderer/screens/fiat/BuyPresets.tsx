import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { compare } from '../../../contract/money.ts';
import { RadioChip } from '../../components/fields/RadioChip.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { MONEY_AMOUNT } from '../../stores/exchange/firstAmount.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import order from '../order/order.module.css';
import { useFiatTexts } from './useFiatTexts.ts';

const USUAL = ['50', '100', MONEY_AMOUNT];

/** Usual amounts, and the most that needs no documents. */
export const BuyPresets = observer(() => {
  const { exchange, cardTerms } = useStores(exchangeGroup, cardTermsGroup);
  const { round } = useFiatTexts();
  const name = useId();
  const currency = cardTerms.currencyOf(exchange.send);
  if (!currency) return null;
  const { noKycThreshold, minAmount, maxAmount, currencyTitle } = currency;
  const amounts = [...new Set([...USUAL, ...(noKycThreshold === null ? [] : [noKycThreshold])])].filter(
    (value) => compare(value, minAmount) >= 0 && compare(value, maxAmount) <= 0,
  );
  return (
    <fieldset className={order['ways']}>
      <legend className="visually-hidden">
        <FormattedMessage id="fiat.presets" />
      </legend>
      {amounts.map((value) => (
        <RadioChip
          key={value}
          name={name}
          checked={exchange.typedSide === 'send' && exchange.typedText === value}
          onSelect={() => exchange.type('send', value)}
        >
          <span className="numeric">{round(value, currencyTitle)}</span>
        </RadioChip>
      ))}
    </fieldset>
  );
});
