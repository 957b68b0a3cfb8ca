import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { USUAL_MARKET_LIMIT_PERCENT } from '../../../../contract/fixedRate.ts';
import { termsChain } from '../../../../contract/priceChain/orderChain.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { LocalTime } from '../LocalTime.tsx';
import { FixedRateConditions } from './FixedRateConditions.tsx';

/** {@link FixedRateConditions} of the order on the page. A host that knows only the specification publishes no `confirmBy`. */
export const OrderConditions = observer(() => {
  const { order } = useStores(orderGroup).order;
  if (!order) return null;
  const { expiresAt, confirmBy, fixedMarketLimitPercent } = order;
  return (
    <FixedRateConditions
      chain={termsChain(order)}
      from={order.pair.instrumentFrom}
      to={order.pair.instrumentTo}
      marketPercent={fixedMarketLimitPercent ?? USUAL_MARKET_LIMIT_PERCENT}
      seen={<FormattedMessage id="hold.seenBy" values={{ time: <LocalTime at={expiresAt} /> }} />}
      mined={confirmBy && <FormattedMessage id="hold.minedBy" values={{ time: <LocalTime at={confirmBy} /> }} />}
    />
  );
});
