import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { DefinitionList, type Definition } from '../../../renderer/components/data/DefinitionList.tsx';
import { Notice } from '../../../renderer/components/feedback/Notice.tsx';
import type { MessageId } from '../../../renderer/i18n/messages.ts';
import { ActButtons } from '../../acts/ActButtons.tsx';
import { At, Code, Money, RowLink, Small, State } from '../../parts/cells.tsx';
import list from '../../parts/list.module.css';
import { ListTable, useColumns } from '../../parts/ListTable.tsx';
import { Notes } from '../../parts/Notes.tsx';
import { PaymentTable } from '../../parts/PaymentTable.tsx';
import { useCoins } from '../../parts/useCoins.ts';

type Customer = ConsoleOutput<'customer'>;
type Session = Customer['sessions'][number];
type OrderRow = Customer['orders'][number];

export const CustomerDetails = observer(({ customer }: { customer: Customer }) => {
  const intl = useIntl();
  const column = useColumns();
  const { ticker } = useCoins();
  const yes = (isSo: boolean) => <FormattedMessage id={isSo ? 'console.yes' : 'console.no'} />;
  const line = (id: MessageId, detail: React.ReactNode): Definition => ({ id, term: <FormattedMessage id={id} />, detail });
  return (
    <div className={list['details']} data-open>
      {(customer.frozenByOperator || customer.frozenUntil !== null) && (
        <Notice kind="warning" title={<FormattedMessage id="console.frozen" />}>
          <At time={customer.frozenUntil} />
        </Notice>
      )}
      <ActButtons offers={customer.acts} about={String(customer.customerId)} />
      <div className={list['twoColumns']}>
        <DefinitionList
          items={[
            line('console.reason.EMAIL', customer.email ?? '–'),
            line('console.emailConfirmed', yes(customer.isEmailConfirmed)),
            line('console.secondFactor', yes(customer.hasSecondFactor)),
            line('console.since.registered', <At time={customer.createdAt} />),
            ...(customer.closedAt === null ? [] : [line('console.closedAt', <At time={customer.closedAt} />)]),
            ...(customer.scopes.length === 0 ? [] : [line('console.scopes', customer.scopes.join(', '))]),
          ]}
        />
        <DefinitionList
          items={customer.balances.map(({ instrument, amount }) => ({
            id: instrument,
            term: <FormattedMessage id="console.balance" values={{ coin: ticker(instrument) }} />,
            detail: <Money amount={amount} slug={instrument} />,
          }))}
        />
      </div>
      <h3>
        <FormattedMessage id="console.sessions" />
      </h3>
      <ListTable
        caption={intl.formatMessage({ id: 'console.sessions' })}
        rows={customer.sessions}
        rowKey={({ createdAt, lastUsedAt }) => createdAt + lastUsedAt}
        empty={<FormattedMessage id="console.none" />}
        columns={[
          column<Session>('device', ({ browser, system, kind }) => [browser, system].filter(Boolean).join(', ') || kind),
          column<Session>('networkAddress', ({ networkAddress }) => networkAddress ?? '–'),
          column<Session>('since', ({ createdAt }) => <At time={createdAt} />, 'end'),
          column<Session>('lastUsed', ({ lastUsedAt }) => <At time={lastUsedAt} />, 'end'),
        ]}
      />
      <h3>
        <FormattedMessage id="console.apiKeys" />
      </h3>
      <DefinitionList
        items={customer.apiKeys.map(({ apiKeyId, name, isActive, isPartner, lastUsedAt }) => ({
          id: apiKeyId,
          term: name,
          detail: (
            <>
              <FormattedMessage id={isActive ? 'console.keyOn' : 'console.keyOff'} />
              {isPartner && ' · '}
              {isPartner && <FormattedMessage id="console.partner" />} · <At time={lastUsedAt} />
            </>
          ),
        }))}
      />
      <h3>
        <FormattedMessage id="console.orders" />
      </h3>
      <ListTable
        caption={intl.formatMessage({ id: 'console.orders' })}
        rows={customer.orders}
        rowKey={({ orderId }) => orderId}
        empty={<FormattedMessage id="console.none" />}
        columns={[
          column<OrderRow>('order', ({ orderId }) => (
            <RowLink href={`/orders/${orderId}`}>
              <Code text={orderId} />
            </RowLink>
          )),
          column<OrderRow>('exchange', ({ claimedAmount, instrumentFrom, instrumentTo }) => (
            <>
              <Money amount={claimedAmount} slug={instrumentFrom} /> → {ticker(instrumentTo)}
            </>
          )),
          column<OrderRow>('state', ({ status }) => <State state={status} />),
          column<OrderRow>('since', ({ createdAt }) => <At time={createdAt} />, 'end'),
        ]}
      />
      <h3>
        <FormattedMessage id="console.withdrawals" />
      </h3>
      <PaymentTable caption={intl.formatMessage({ id: 'console.withdrawals' })} payments={customer.withdrawals} />
      <Notes notes={customer.notes} />
      <Small>{customer.locale}</Small>
    </div>
  );
});
