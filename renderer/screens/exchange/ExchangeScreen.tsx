import { observer } from 'mobx-react-lite';
import { ExchangeLead, ExchangePage } from './ExchangePage.tsx';
import { loadExchange, prepareExchange } from './loadExchange.ts';
import { useExchangeTexts } from './useExchangeTexts.ts';

export const load = loadExchange;
export const prepare = prepareExchange;

/** Screen of `/exchange-{pair}`. */
export const Screen = observer(() => {
  const { formatMessage, names } = useExchangeTexts();
  return (
    <ExchangePage
      title={formatMessage({ id: 'exchange.title' }, names())}
      lead={<ExchangeLead withTime="exchange.lead" without="exchange.leadPlain" />}
    />
  );
});
