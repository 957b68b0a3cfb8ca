import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { CoinLogo } from '../../../renderer/components/coins/CoinLogo.tsx';
import { At, Code, RowLink, State, Usd } from '../../parts/cells.tsx';
import list from '../../parts/list.module.css';
import { ListTable, useColumns } from '../../parts/ListTable.tsx';
import { useCoins } from '../../parts/useCoins.ts';

export type OrderLine = ConsoleOutput<'orders'>['orders'][number];

interface OrderTableProps {
  orders: readonly OrderLine[];
  /** There may be more orders after those that were searched. */
  isSearchedPart?: boolean;
  /** Below the id: why it was found */
  note?: (order: OrderLine) => ReactNode;
}

/** A list of orders: what each exchanges, its state, its worth. */
export const OrderTable = observer(({ orders, isSearchedPart = false, note }: OrderTableProps) => {
  const intl = useIntl();
  const column = useColumns();
  const { coinText, logo } = useCoins();
  return (
    <ListTable
      caption={intl.formatMessage({ id: 'console.orders' })}
      rows={orders}
      rowKey={({ orderId }) => orderId}
      empty={intl.formatMessage({ id: isSearchedPart ? 'console.noneYet' : 'console.noOrders' })}
      columns={[
        column<OrderLine>('order', (order) => (
          <>
            <RowLink href={`/orders/${order.orderId}`}>
              <Code text={order.orderId} />
            </RowLink>
            {note?.(order)}
          </>
        )),
        column<OrderLine>('exchange', ({ claimedAmount, instrumentFrom, amountToGet, instrumentTo }) => (
          <span className={list['row']}>
            <CoinLogo {...logo(instrumentFrom)} lazy />
            <CoinLogo {...logo(instrumentTo)} lazy />
            <span>
              {coinText(claimedAmount, instrumentFrom)} → {coinText(amountToGet, instrumentTo)}
            </span>
          </span>
        )),
        column<OrderLine>('usd', ({ usdValue }) => <Usd amount={usdValue} />, 'end'),
        column<OrderLine>('state', ({ status }) => <State state={status} />),
        column<OrderLine>('since', ({ createdAt }) => <At time={createdAt} />, 'end'),
      ]}
    />
  );
});
