import { observer } from 'mobx-react-lite';
import { taglineIn } from '../../../contract/brand.ts';
import { brand } from '../../brand.ts';
import { useStores } from '../../StoresContext.tsx';
import { ExchangeLead, ExchangePage } from '../exchange/ExchangePage.tsx';
import { loadHome, prepareExchange } from '../exchange/loadExchange.ts';

export const load = loadHome;
export const prepare = prepareExchange;

/** `/`: the form with the host's default pair, and introductory sections. */
export const Screen = observer(() => {
  const { locale } = useStores();
  return (
    <ExchangePage
      title={taglineIn(brand, locale.code)}
      lead={<ExchangeLead withTime="exchange.homeLead" without="exchange.homeLeadPlain" />}
    />
  );
});
