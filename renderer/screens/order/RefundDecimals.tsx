import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Order } from '../../../contract/api/orders.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { orderDecimals } from '../../../contract/orderDecimals.ts';
import { CoinDecimalsContext } from './CoinDecimalsContext.ts';

/** Aligns the amounts of a card with those of a refund that is possible, which load after the page. */
export const RefundDecimals = observer(({ order, children }: { order: Order; children: ReactNode }) => (
  <CoinDecimalsContext value={orderDecimals(order, useStores(orderGroup).decision.info)}>{children}</CoinDecimalsContext>
));
