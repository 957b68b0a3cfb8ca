import type { Order } from '../../../contract/api/orders.ts';
import { recordOf, type OrderRecord } from '../../stores/order/orderRecords.ts';
import type { useMoney } from './useMoney.ts';

/** Returns "0.05 BTC → 3,483.9 USDT" for an order or its record. */
export function exchangeText(of: Order | OrderRecord, money: ReturnType<typeof useMoney>['money']): string {
  const { amountFrom, from, amountTo, to } = 'pair' in of ? recordOf(of) : of;
  return `${money(amountFrom, { currencyTitle: from.ticker })} → ${money(amountTo, { currencyTitle: to.ticker })}`;
}
