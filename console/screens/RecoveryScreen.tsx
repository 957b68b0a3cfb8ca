import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import { Link } from '../../renderer/components/buttons/Link.tsx';
import { EmptyState } from '../../renderer/components/feedback/EmptyState.tsx';
import { Segmented } from '../../renderer/components/fields/Segmented.tsx';
import { reasonText } from '../acts/actTexts.ts';
import { At, Code, RowLink, Small } from '../parts/cells.tsx';
import list from '../parts/list.module.css';
import { ListTable, useColumns } from '../parts/ListTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { RecoverySteps } from './recovery/RecoverySteps.tsx';
import { TransactionDrawer } from './recovery/TransactionDrawer.tsx';
import { BelongsTo, Explanation, Moved, type Transaction } from './recovery/transactionCells.tsx';

/** A network in RECOVERY: the steps until it is opened, and what left its treasury without the books: all, or what is not explained. */
export const Screen = observer(() => {
  const intl = useIntl();
  const column = useColumns();
  const { network = '', position } = useParams();
  const [shown, setShown] = useState<'all' | 'open'>('all');
  const panel = usePanel('recovery', { network }, { list: 'audit', everyMs: 5_000 });
  const recovery = panel.data?.recovery ?? null;
  const path = `/networks/${network}/recovery`;
  const opened = recovery?.transactions.find((one) => String(one.position) === position);
  const open = recovery?.transactions.filter(({ explanation }) => explanation === null) ?? [];
  const title = intl.formatMessage({ id: 'console.recovery' }, { network: recovery?.title ?? network });
  return (
    <>
      <Title id="console.networks" />
      <div className={list['stack']}>
        {recovery && <RecoverySteps recovery={recovery} />}
        <div className={opened ? list['split'] : list['stack']}>
          <Panel
            panel={panel}
            title={title}
            hint={
              recovery && (
                <>
                  {reasonText(intl, recovery.reason)} · <At time={recovery.since} />
                </>
              )
            }
            aside={
              <>
                <Link href={`/networks/${network}`}>
                  <FormattedMessage id="console.networks" />
                </Link>
                {open.length > 0 && (
                  <Segmented
                    legend={title}
                    value={shown}
                    onChange={setShown}
                    options={[
                      {
                        value: 'all',
                        label: <FormattedMessage id="console.allOf" values={{ count: recovery?.transactions.length ?? 0 }} />,
                      },
                      { value: 'open', label: <FormattedMessage id="console.openOf" values={{ count: open.length }} /> },
                    ]}
                  />
                )}
              </>
            }
          >
            {(data) =>
              data.recovery === null ? (
                <EmptyState title={<FormattedMessage id="console.noRecovery" />} />
              ) : (
                <ListTable
                  caption={title}
                  rows={shown === 'open' && open.length > 0 ? open : data.recovery.transactions}
                  rowKey={(one) => String(one.position)}
                  empty={<FormattedMessage id="console.none" />}
                  columns={[
                    column<Transaction>('position', (one) => (
                      <>
                        <RowLink href={`${path}/${one.position}`} isOpen={one === opened}>
                          {one.position}
                        </RowLink>
                        <Small>
                          <Code text={one.txHash} />
                        </Small>
                      </>
                    )),
                    column<Transaction>('to', ({ transfers }) =>
                      transfers.map(({ address }, index) => <div key={String(index)}>{<Code text={address} />}</div>),
                    ),
                    column<Transaction>('amount', (one) => <Moved {...one} />, 'end'),
                    column<Transaction>('belongsTo', (one) => <BelongsTo {...one} />),
                    column<Transaction>('state', (one) => <Explanation {...one} />),
                  ]}
                />
              )
            }
          </Panel>
          {opened && <TransactionDrawer transaction={opened} closeTo={path} />}
        </div>
      </div>
    </>
  );
});
