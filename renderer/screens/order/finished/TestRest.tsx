import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { isPositive } from '../../../../contract/money.ts';
import { laterDepositsUntil, remainingAmount } from '../../../../contract/orderStage.ts';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { AddressText } from '../AddressText.tsx';
import { LocalTime } from '../LocalTime.tsx';
import { useMoney } from '../useMoney.ts';

/** Says how to send the rest of an order of which less was sent than ordered (D63). */
export const TestRest = observer(({ order }: { order: Order }) => {
  const { money } = useMoney();
  const { order: store } = useStores(orderGroup);
  const until = laterDepositsUntil(order);
  const rest = remainingAmount(order);
  if (until === null || until <= store.serverNow() || !isPositive(rest)) return null;
  return (
    <Notice
      kind="information"
      title={<FormattedMessage id="order.done.test" values={{ rest: money(rest, order.pair.instrumentFrom) }} />}
    >
      <FormattedMessage
        id="order.done.rest"
        values={{
          time: <LocalTime at={new Date(until).toISOString()} format="dateTime" />,
          address: <AddressText address={order.depositAddress} />,
        }}
      />
    </Notice>
  );
});
