import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { amount, ONE, roundToDecimal } from '../../../contract/money.ts';
import { marketPrice } from '../../../contract/marketPrice.ts';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from '../exchange/rate/RateBar.module.css';
import { RateAge, SwapButton } from '../exchange/rate/RateBar.tsx';
import { useFiatTexts } from './useFiatTexts.ts';

const PRICE_DECIMALS = 12;

/** Between both amounts: the market price of the coin in money, its age, and the button that swaps them. */
export const BuyRate = observer(() => {
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
