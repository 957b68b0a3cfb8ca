import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { amount, ONE, roundToDecimal } from '../../../contract/money.ts';
import { marketPrice } from '../../../contract/marketPrice.ts';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from '../exchange/rate/RateBar.module.css';
import { RateAge, SwapButton } from '../exchange/rate/RateBar.tsx';
import { FORM_ID } from '../exchange/SubmitButton.tsx';
import { useFiatTexts } from './useFiatTexts.ts';

const PRICE_DECIMALS = 12;

/** Between both amounts: the market price of the coin in money, its age, and the button that swaps them. */
export const BuyRate = observer(() => {
  useSwapFocus();
  const { data } = useStores(exchangeGroup).exchange.line;
  const { price } = useFiatTexts();
  return (
    <div className={styles['bar']}>
      <span className={`${styles['price']} numeric`}>
        {data ? (
          <FormattedMessage
            id="fiat.price"
            values={{
              coin: data.instrumentTo.currencyTitle,
              price: (
                <b>
                  {price(
                    roundToDecimal(ONE.div(amount(marketPrice(data))), PRICE_DECIMALS, 'down'),
                    data.instrumentFrom.currencyTitle,
                  )}
                </b>
              ),
            }}
          />
        ) : (
          <Skeleton shape="small" />
        )}
      </span>
      <RateAge />
      <SwapButton />
    </div>
  );
});

/** A swap replaces this form with the one for coins: its swap button takes the focus of the removed one. */
function useSwapFocus(): void {
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: 'exchange.swap' });
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`#${FORM_ID} button[aria-label="${label}"]`)?.focus();
    },
    [label],
  );
}
