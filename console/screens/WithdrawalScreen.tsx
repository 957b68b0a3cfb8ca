import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import { DefinitionList } from '../../renderer/components/data/DefinitionList.tsx';
import { ActButtons } from '../acts/ActButtons.tsx';
import { reasonText } from '../acts/actTexts.ts';
import { At, CustomerLink, Money } from '../parts/cells.tsx';
import { Ledger } from '../parts/Ledger.tsx';
import list from '../parts/list.module.css';
import { Panel } from '../parts/Panel.tsx';
import { PaymentTable } from '../parts/PaymentTable.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';

/** One withdrawal of a customer, and why it waits. */
export const Screen = observer(() => {
  const intl = useIntl();
  const { sendId = '' } = useParams();
  const panel = usePanel('withdrawal', { sendId }, { list: 'payments' });
  return (
    <>
      <Title id="console.kind.WITHDRAWAL" />
      <Panel panel={panel} title={intl.formatMessage({ id: 'console.kind.WITHDRAWAL' })}>
        {({ customerId, instrument, amount, networkFee, address, waitUntil, waitReasons, createdAt, send, ledger, acts }) => (
          <div className={list['details']} data-open>
            <ActButtons offers={acts} about={sendId} isPrimary />
            <DefinitionList
              items={[
                {
                  id: 'amount',
                  term: <FormattedMessage id="console.field.amount" />,
                  detail: <Money amount={amount} slug={instrument} />,
                },
                {
                  id: 'fee',
                  term: <FormattedMessage id="console.networkFee" />,
                  detail: <Money amount={networkFee} slug={instrument} />,
                },
                {
                  id: 'to',
                  term: <FormattedMessage id="console.field.address" />,
                  detail: <span className="mono">{address}</span>,
                },
                {
                  id: 'customer',
                  term: <FormattedMessage id="console.customer" />,
                  detail: <CustomerLink customerId={customerId} />,
                },
                {
                  id: 'waits',
                  term: <FormattedMessage id="console.waitsUntil" />,
                  detail: (
                    <>
                      <At time={waitUntil} /> {waitReasons.map((code) => reasonText(intl, code)).join(', ')}
                    </>
                  ),
                },
                { id: 'created', term: <FormattedMessage id="console.column.since" />, detail: <At time={createdAt} /> },
              ]}
            />
            <PaymentTable caption={intl.formatMessage({ id: 'console.payments' })} payments={[send]} />
            <Ledger entries={ledger} />
          </div>
        )}
      </Panel>
    </>
  );
});
