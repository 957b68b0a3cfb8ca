import { observer } from 'mobx-react-lite';
import { orderStage } from '../../../contract/orderStage.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { ServiceNotices } from './ServiceNotices.tsx';

const ENDED: readonly string[] = ['completed', 'refunded', 'expired'];

/** What the operators tell customers about the coins of an order that goes on. */
export const OrderNotices = observer(() => {
  const { order } = useStores(orderGroup).order;
  if (!order || ENDED.includes(orderStage(order))) return null;
  return <ServiceNotices instruments={[order.pair.instrumentFrom, order.pair.instrumentTo]} />;
});
