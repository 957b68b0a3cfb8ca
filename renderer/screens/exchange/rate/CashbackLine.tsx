import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { cashbackGroup } from '../../../stores/account/CashbackStore.ts';
import { expectedCashback } from '../../../stores/account/expectedCashback.ts';
import { sharedServiceFee } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useExchangeTexts } from '../useExchangeTexts.ts';

const CENTS = 2;

/** The cashback that the exchange will earn, at the level of the customer. */
export const CashbackLine = observer(() => {
  const { cashback, exchange, locale } = useStores(exchangeGroup, cashbackGroup);
  const { formatMessage } = useExchangeTexts();
  const { line, sendAmount } = exchange;
  useEffect(() => void cashback.loadLevel(), [cashback]);
  if (!cashback.level || !line.data || sendAmount === null) return '\u00a0';
  const { FLOATING: percent } = cashback.level.percentOfFee;
  const amount = expectedCashback(sharedServiceFee(line.data, sendAmount), line.data.quotes.buyQuote.quoteValue, percent);
  return formatMessage({ id: 'exchange.cashback' }, { amount: formatAmount(amount, locale.code, CENTS) });
});
