import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { AmountOutput } from '../../components/amounts/AmountOutput.tsx';
import { AmountPanel } from '../../components/amounts/AmountPanel.tsx';
import { formatAmount } from '../../../contract/formatAmount.ts';
import { compare } from '../../../contract/money.ts';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { CoinChoice } from '../exchange/amounts/CoinChoice.tsx';
import { useExchangeTexts } from '../exchange/useExchangeTexts.ts';

const OUTPUT_ID = 'exchange-receive';

/** What a purchase delivers, after all fees. The provider prices what is paid, so only that can be typed. */
export const BuyReceive = observer(() => {
  const { formatMessage } = useIntl();
  const { exchange, locale } = useStores(exchangeGroup);
  const { percent } = useExchangeTexts();
  const { receiveAmount, receiveInstrument, problem, isStale, belowMarketPercent } = exchange;
  const isBelow = belowMarketPercent !== null && compare(belowMarketPercent, '0') > 0;
  return (
    <AmountPanel
      label={formatMessage({ id: 'exchange.youReceive' })}
      inputId={OUTPUT_ID}
      amount={
        <output id={OUTPUT_ID}>
          <AmountOutput
            prefix="approximate"
            text={receiveAmount === null ? '0' : formatAmount(receiveAmount, locale.code, receiveInstrument?.precisionDecimals)}
            stale={receiveAmount === null || problem !== null || isStale}
          />
        </output>
      }
      coin={<CoinChoice side="receive" />}
      foot={
        isBelow && !problem && <FormattedMessage id="exchange.belowMarket" values={{ percent: percent(belowMarketPercent, 1) }} />
      }
    />
  );
});
