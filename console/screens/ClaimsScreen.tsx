import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { EmptyState } from '../../renderer/components/feedback/EmptyState.tsx';
import { ActButtons } from '../acts/ActButtons.tsx';
import { At, Code, Money, RowLink, Small, State } from '../parts/cells.tsx';
import list from '../parts/list.module.css';
import { ListTable, useColumns } from '../parts/ListTable.tsx';
import { Pages } from '../parts/Pages.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';

type Deposit = ConsoleOutput<'claims'>['deposits'][number];
type Candidate = Deposit['orders'][number];

/** Deposits without memo, each beside the orders that awaited one like it. */
export const Screen = observer(() => {
  const intl = useIntl();
  const [parameters] = useSearchParams();
  const page = parameters.get('page');
  const panel = usePanel('claims', page === null ? {} : { page }, { list: 'waiting', everyMs: 30_000 });
  return (
    <>
      <Title id="console.claims" />
      <Panel
        panel={panel}
        title={intl.formatMessage({ id: 'console.claims' })}
        hint={<FormattedMessage id="console.claimsHelp" />}
      >
        {({ deposits, nextPage }) => (
          <>
            {deposits.length === 0 && <EmptyState title={<FormattedMessage id="console.none" />} />}
            {deposits.map((one) => (
              <Unattributed key={one.deposit.transfer} {...one} />
            ))}
            <Pages next={nextPage} />
          </>
        )}
      </Panel>
    </>
  );
});

const Unattributed = observer(({ deposit, orders }: Deposit) => {
  const intl = useIntl();
  const column = useColumns();
  const { transfer, explorerUrl, instrument, amount, memo, confirmations, detectedAt } = deposit;
  return (
    <section className={list['part']}>
      <h3 className={list['partHead']}>
        <Money amount={amount} slug={instrument} />
        <span className="hint">
          <Code text={transfer} href={explorerUrl} /> ·{' '}
          <FormattedMessage id="console.confirmations" values={{ count: confirmations }} /> · <At time={detectedAt} /> ·{' '}
          {memo ?? <FormattedMessage id="console.noMemo" />}
        </span>
      </h3>
      <ListTable
        caption={intl.formatMessage({ id: 'console.candidates' })}
        rows={orders}
        rowKey={({ orderId }) => orderId}
        empty={<FormattedMessage id="console.noCandidates" />}
        columns={[
          column<Candidate>('order', ({ orderId, hasClaimed, claimReason }) => (
            <>
              <RowLink href={`/orders/${orderId}`}>
                <Code text={orderId} />
              </RowLink>
              {hasClaimed && (
                <Small>
                  <FormattedMessage id="console.claimed" /> {claimReason}
                </Small>
              )}
            </>
          )),
          column<Candidate>('awaited', ({ claimedAmount }) => <Money amount={claimedAmount} slug={instrument} />, 'end'),
          column<Candidate>('memo', ({ depositMemo }) => <span className="mono">{depositMemo ?? '–'}</span>),
          column<Candidate>('state', ({ status }) => <State state={status} />),
          column<Candidate>('since', ({ createdAt }) => <At time={createdAt} />, 'end'),
          column<Candidate>(
            'acts',
            ({ orderId, attribute, reject }) => (
              <ActButtons offers={reject ? [attribute, reject] : [attribute]} about={orderId} />
            ),
            'end',
          ),
        ]}
      />
    </section>
  );
});
