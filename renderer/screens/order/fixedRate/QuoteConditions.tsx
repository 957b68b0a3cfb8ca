import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { confirmWindowMs } from '../../../../contract/fixedRate.ts';
import { FIXED_RATE_LOCK_MS } from '../../../../contract/limits.ts';
import { estimateToGet } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { quoteChain } from '../../../stores/exchange/quoteChain.ts';
import { useStores } from '../../../StoresContext.tsx';
import { FixedRateConditions } from './FixedRateConditions.tsx';

const MINUTE_MS = 60_000;

/** {@link FixedRateConditions} of the amount on the form. */
export const QuoteConditions = observer(() => {
  const { line, sendAmount, marketLimit, problem } = useStores(exchangeGroup).exchange;
  const { data, isCurrent } = line;
  if (!data || sendAmount === null || problem) return null;
  const toGet = isCurrent ? data.amountToGet : estimateToGet(data, sendAmount);
  const chain = toGet === null ? null : quoteChain(data, sendAmount, toGet);
  if (!chain) return null;
  const { instrumentFrom: from, instrumentTo: to } = data;
  return (
    <FixedRateConditions
      chain={chain}
      from={from}
      to={to}
      marketPercent={marketLimit}
      seen={<FormattedMessage id="hold.seenWithin" values={{ minutes: FIXED_RATE_LOCK_MS / MINUTE_MS }} />}
      mined={
        <FormattedMessage
          id="hold.minedWithin"
          values={{ minutes: Math.round(confirmWindowMs(from.network?.blockSeconds ?? 0) / MINUTE_MS) }}
        />
      }
    />
  );
});
