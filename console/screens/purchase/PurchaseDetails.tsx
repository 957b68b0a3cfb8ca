import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { DefinitionList } from '../../../renderer/components/data/DefinitionList.tsx';
import { purchaseEventName, reasonText, stateName } from '../../acts/actTexts.ts';
import { At, Code, CustomerLink, Money, Small, State } from '../../parts/cells.tsx';
import list from '../../parts/list.module.css';
import { ListTable, useColumns } from '../../parts/ListTable.tsx';
import { useCoins } from '../../parts/useCoins.ts';
import { Timeline } from '../order/Timeline.tsx';

type Purchase = ConsoleOutput<'purchase'>;
type Report = Purchase['reports'][number];

/** One card purchase: its stage, its amounts, and what the provider reported. */
export const PurchaseDetails = observer(({ purchase }: { purchase: Purchase }) => {
  const { coinText } = useCoins();
  const { purchaseId, amount, currency, amountToGet, instrument, stage, isProcessing, events, reports } = purchase;
  return (
    <div className={list['details']} data-open>
      <div className={list['detailsHead']}>
        <Code text={purchaseId} />
        <h2>
          {coinText(amount, currency)} → {coinText(amountToGet, instrument)}
        </h2>
        <State state={isProcessing ? 'PROCESSING' : stage} />
      </div>
      <div className={list['twoColumns']}>
        <Facts purchase={purchase} />
        <div>
          <Timeline events={events} nameOf={purchaseEventName} />
        </div>
      </div>
      <h3>
        <FormattedMessage id="console.purchases.reports" />
      </h3>
      <Reports reports={reports} />
    </div>
  );
});

const Facts = observer(({ purchase }: { purchase: Purchase }) => {
  const intl = useIntl();
  const { customerId, reference, fees, currency, destinationAddress, txHash, explorerUrl, cardEnding } = purchase;
  return (
    <DefinitionList
      items={[
        {
          id: 'reference',
          term: <FormattedMessage id="console.purchases.reference" />,
          detail: reference === null ? '–' : <span className="mono">{reference}</span>,
        },
        {
          id: 'customer',
          term: <FormattedMessage id="console.customer" />,
          detail: <CustomerLink customerId={customerId} />,
        },
        {
          id: 'since',
          term: <FormattedMessage id="console.column.since" />,
          detail: <At time={purchase.stageSince} />,
        },
        ...(purchase.endReason === null
          ? []
          : [
              {
                id: 'reason',
                term: <FormattedMessage id="console.column.reason" />,
                detail: reasonText(intl, purchase.endReason),
              },
            ]),
        ...fees.map(({ kind, amount }) => ({
          id: kind,
          term: stateName(intl, `FEE_${kind}`),
          detail: <Money amount={amount} slug={currency} />,
        })),
        {
          id: 'card',
          term: <FormattedMessage id="console.purchases.card" />,
          detail: (
            <>
              {cardEnding === null ? '–' : `*${cardEnding}`}
              {purchase.wasHeld && (
                <>
                  {' '}
                  <Small>
                    <FormattedMessage id="console.purchases.held" />
                  </Small>
                </>
              )}
            </>
          ),
        },
        {
          id: 'address',
          term: <FormattedMessage id="console.field.address" />,
          detail: <span className="mono">{destinationAddress}</span>,
        },
        {
          id: 'transaction',
          term: <FormattedMessage id="console.column.transaction" />,
          detail: txHash === null ? '–' : <Code text={txHash} href={explorerUrl} />,
        },
        {
          id: 'terms',
          term: <FormattedMessage id="console.purchases.terms" />,
          detail: (
            <>
              {purchase.termsVersion}, <At time={purchase.consentedAt} />
            </>
          ),
        },
        {
          id: 'asked',
          term: <FormattedMessage id="console.purchases.asked" />,
          detail: <At time={purchase.askedAt} />,
        },
      ]}
    />
  );
});

const Reports = observer(({ reports }: Pick<Purchase, 'reports'>) => {
  const intl = useIntl();
  const column = useColumns();
  return (
    <ListTable
      caption={intl.formatMessage({ id: 'console.purchases.reports' })}
      rows={reports}
      rowKey={({ reportId }) => reportId}
      empty={<FormattedMessage id="console.none" />}
      columns={[
        column<Report>('time', ({ reportedAt }) => (
          <span className={list['nowrap']}>
            <At time={reportedAt} />
          </span>
        )),
        column<Report>('what', ({ type, status, body }) => (
          <>
            <b>
              {type} {status}
            </b>
            <span className={`mono ${list['small']} ${list['whole']}`}>{body}</span>
          </>
        )),
        column<Report>('origin', ({ source, receivedAt }) => (
          <span className={list['nowrap']}>
            {stateName(intl, source)}, <At time={receivedAt} />
          </span>
        )),
      ]}
    />
  );
});
