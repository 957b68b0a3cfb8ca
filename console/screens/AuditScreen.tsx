import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router-dom';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { actName } from '../acts/actTexts.ts';
import { At, Code, RowLink } from '../parts/cells.tsx';
import list from '../parts/list.module.css';
import { ListTable, useColumns } from '../parts/ListTable.tsx';
import { Pages } from '../parts/Pages.tsx';
import { Panel } from '../parts/Panel.tsx';
import { shortTime } from '../parts/times.ts';
import { Title } from '../parts/Title.tsx';
import { useCoins } from '../parts/useCoins.ts';
import { usePanel } from '../parts/usePanel.ts';
import { AuditEntry } from './audit/AuditEntry.tsx';
import { AuditFilters, useAuditFilters } from './audit/AuditFilters.tsx';

type Audit = ConsoleOutput<'audit'>;
type Entry = Audit['entries'][number];

/** Acts that something or somebody refused */
const REFUSED: readonly string[] = ['denied', 'refuse-request', 'end-request'];

/** Who did what, newest first. */
export const Screen = observer(() => {
  const intl = useIntl();
  const column = useColumns();
  const { number } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const panel = usePanel('audit', useAuditFilters(), { list: 'audit', everyMs: 30_000 });
  const entry = panel.data?.entries.find((one) => String(one.number) === number);
  const query = parameters.size > 0 ? `?${parameters.toString()}` : '';
  return (
    <>
      <Title id="console.audit" />
      <div className={entry ? list['split'] : list['stack']}>
        <Panel
          panel={panel}
          title={intl.formatMessage({ id: 'console.audit' })}
          hint={parameters.get('subject') ?? (panel.data && <RecordState audit={panel.data} />)}
          aside={<AuditFilters key={parameters.toString()} />}
        >
          {({ entries, nextBefore, faults }) => (
            <>
              {faults.length > 0 && (
                <div className={list['notices']}>
                  <Notice kind="danger" role="alert" title={<FormattedMessage id="console.recordBroken" />}>
                    {faults.map((fault) => (
                      <p key={fault} lang="en">
                        {fault}
                      </p>
                    ))}
                  </Notice>
                </div>
              )}
              <ListTable
                caption={intl.formatMessage({ id: 'console.audit' })}
                rows={entries}
                rowKey={(one) => String(one.number)}
                empty={<FormattedMessage id={nextBefore === null ? 'console.none' : 'console.noneYet'} />}
                columns={[
                  column<Entry>('time', ({ at }) => <At time={at} />),
                  column<Entry>('who', ({ actor }) => <b>{actor}</b>),
                  column<Entry>('did', ({ act, number: own }) => (
                    <RowLink href={`/audit/${own}${query}`} isOpen={String(own) === number}>
                      <span className={REFUSED.includes(act) ? list['late'] : undefined}>{actName(intl, act)}</span>
                    </RowLink>
                  )),
                  column<Entry>('toWhat', (one) => <Code text={one.subject} />),
                  column<Entry>('effect', ({ effect }) => <EffectSummary effect={effect} />, 'end'),
                  column<Entry>('hash', ({ hash }) => <span className="mono hint">{hash.slice(0, 6)}</span>, 'end'),
                ]}
              />
              <Pages name="before" next={nextBefore} />
            </>
          )}
        </Panel>
        {entry && <AuditEntry entry={entry} query={query} onAll={() => setParameters({ subject: entry.subject })} />}
      </div>
    </>
  );
});

/** "8,412 entries, none missing · checked 14:06 · signed 14:00" */
const RecordState = observer(({ audit: { count, faults, checkedAt, checkpointAt } }: { audit: Audit }) => {
  const { formatMessage } = useIntl();
  const { clock } = useStores();
  const timeOf = (time: string | null): string => (time === null ? '–' : shortTime(time, clock.now()));
  return formatMessage(
    { id: 'console.recordState' },
    { count, faults: faults.length, checked: timeOf(checkedAt), signed: timeOf(checkpointAt) },
  );
});

/** The one fact of an effect that a list has room for: a change, or an amount. */
const EffectSummary = observer(({ effect }: { effect: unknown }) => {
  const { coinText } = useCoins();
  if (typeof effect !== 'object' || effect === null) return null;
  const facts = effect as Readonly<Record<string, unknown>>;
  const text = (name: string): string | null => (typeof facts[name] === 'string' ? facts[name] : null);
  const [before, after, amount, instrument] = [text('before'), text('after'), text('amount'), text('instrument')];
  if (before !== null && after !== null) return `${before} → ${after}`;
  return amount !== null && instrument !== null ? coinText(amount, instrument) : text('code');
});
