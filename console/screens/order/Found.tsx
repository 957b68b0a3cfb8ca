import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { foundBy } from '../../acts/actTexts.ts';
import { At, Code, Money, RowLink, Small } from '../../parts/cells.tsx';
import { ListTable, useColumns } from '../../parts/ListTable.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { usePanel } from '../../parts/usePanel.ts';
import { OrderTable } from './OrderTable.tsx';

type Search = ConsoleOutput<'search'>;
type Withdrawal = Search['withdrawals'][number];
type Purchase = Search['purchases'][number];
type Customer = Search['customers'][number];
type Deposit = Search['deposits'][number];

/** What the search found: orders with what matched, withdrawals, card purchases, customers, deposits without an order. */
export const Found = observer(({ wanted }: { wanted: string }) => {
  const intl = useIntl();
  const panel = usePanel('search', { q: wanted }, { everyMs: 60_000 });
  return (
    <Panel panel={panel} title={intl.formatMessage({ id: 'console.foundFor' }, { wanted })}>
      {({ orders, withdrawals, purchases, customers, deposits }) => {
        const reasons = new Map(orders.map(({ order, matches }) => [order.orderId, matches]));
        return (
          <>
            <OrderTable
              orders={orders.map(({ order }) => order)}
              note={({ orderId }) => (
                <Small>{(reasons.get(orderId) ?? []).map((match) => foundBy(intl, match)).join(', ')}</Small>
              )}
            />
            {customers.length > 0 && <Customers customers={customers} />}
            {withdrawals.length > 0 && <Withdrawals withdrawals={withdrawals} />}
            {purchases.length > 0 && <Purchases purchases={purchases} />}
            {deposits.length > 0 && <Deposits deposits={deposits} />}
          </>
        );
      }}
    </Panel>
  );
});

const Customers = observer(({ customers }: { customers: readonly Customer[] }) => {
  const intl = useIntl();
  const column = useColumns();
  return (
    <ListTable
      cards={false}
      caption={intl.formatMessage({ id: 'console.customers' })}
      rows={customers}
      rowKey={({ customerId }) => String(customerId)}
      columns={[
        column<Customer>('customer', ({ customerId }) => (
          <RowLink href={`/customers/${customerId}`}>
            <FormattedMessage id="console.customerNumber" values={{ number: String(customerId) }} />
          </RowLink>
        )),
        column<Customer>('email', ({ email }) => email ?? '–'),
      ]}
    />
  );
});

const Withdrawals = observer(({ withdrawals }: { withdrawals: readonly Withdrawal[] }) => {
  const intl = useIntl();
  const column = useColumns();
  return (
    <ListTable
      cards={false}
      caption={intl.formatMessage({ id: 'console.withdrawals' })}
      rows={withdrawals}
      rowKey={({ withdrawalId }) => withdrawalId}
      columns={[
        column<Withdrawal>('withdrawal', ({ withdrawalId }) => (
          <RowLink href={`/withdrawals/${encodeURIComponent(`WITHDRAWAL:${withdrawalId}`)}`}>
            <Code text={withdrawalId} />
          </RowLink>
        )),
        column<Withdrawal>('since', ({ createdAt }) => <At time={createdAt} />, 'end'),
      ]}
    />
  );
});

const Purchases = observer(({ purchases }: { purchases: readonly Purchase[] }) => {
  const intl = useIntl();
  const column = useColumns();
  return (
    <ListTable
      cards={false}
      caption={intl.formatMessage({ id: 'console.purchases' })}
      rows={purchases}
      rowKey={({ purchaseId }) => purchaseId}
      columns={[
        column<Purchase>('purchase', ({ purchaseId }) => (
          <RowLink href={`/purchases/${purchaseId}`}>
            <Code text={purchaseId} />
          </RowLink>
        )),
        column<Purchase>('since', ({ createdAt }) => <At time={createdAt} />, 'end'),
      ]}
    />
  );
});

const Deposits = observer(({ deposits }: { deposits: readonly Deposit[] }) => {
  const intl = useIntl();
  const column = useColumns();
  return (
    <ListTable
      cards={false}
      caption={intl.formatMessage({ id: 'console.deposits' })}
      rows={deposits}
      rowKey={({ transfer }) => transfer}
      columns={[
        column<Deposit>('transaction', ({ transfer }) => (
          <RowLink href="/claims">
            <Code text={transfer} />
          </RowLink>
        )),
        column<Deposit>('amount', ({ amount, instrument }) => <Money amount={amount} slug={instrument} />, 'end'),
      ]}
    />
  );
});
