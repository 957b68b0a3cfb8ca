import type { Order } from '../../../contract/api/orders.ts';
import { recordOf } from '../../stores/deviceOrders/orderRecords.ts';
import { recordedCoin, type useMoney } from './useMoney.ts';

/** Returns "0.05 BTC → 3,483.9 USDT". */
export function exchangeText(order: Order, money: ReturnType<typeof useMoney>['money']): string {
  const { amountFrom, from, amountTo, to } = recordOf(order);
  return `${money(amountFrom, recordedCoin(from))} → ${money(amountTo, recordedCoin(to))}`;
}
