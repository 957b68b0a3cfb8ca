import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router-dom';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { DefinitionList } from '../../renderer/components/data/DefinitionList.tsx';
import { actName } from '../acts/actTexts.ts';
import { EffectView } from '../acts/EffectView.tsx';
import { At, Code, RowLink } from '../parts/cells.tsx';
import { Drawer } from '../parts/Drawer.tsx';
import list from '../parts/list.module.css';
import { ListTable, useColumns } from '../parts/ListTable.tsx';
import { Pages } from '../parts/Pages.tsx';
import { Panel } from '../parts/Panel.tsx';
import { clockText } from '../parts/times.ts';
import { Title } from '../parts/Title.tsx';
import { useCoins } from '../parts/useCoins.ts';
import { usePanel } from '../parts/usePanel.ts';

type Entry = ConsoleOutput<'audit'>['entries'][number];

/** Who did what, newest first. */
export const Screen = observer(() => {
  const intl = useIntl();
  const column = useColumns();
  const { number } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const [before, subject] = [parameters.get('before'), parameters.get('subject')];
  const input = { ...(before !== null && { before }), ...(subject !== null && { subject }) };
  const panel = usePanel('audit', input, { list: 'audit', everyMs: 30_000 });
  const entry = panel.data?.entries.find((one) => String(one.number) === number);
  const query = parameters.size > 0 ? `?${parameters.toString()}` : '';
  return (
    <>
      <Title id="console.audit" />
      <div className={entry ? list['split'] : list['stack']}>
        <Panel
          panel={panel}
          title={intl.formatMessage({ id: 'console.audit' })}
          hint={subject ?? <FormattedMessage id="console.auditHelp" />}
          aside={
            subject !== null && (
              <Button size="small" onClick={() => setParameters({})}>
                <FormattedMessage id="console.allEntries" />
              </Button>
            )
          }
        >
          {({ entries, nextBefore }) => (
            <>
              <ListTable
                caption={intl.formatMessage({ id: 'console.audit' })}
                rows={entries}
                rowKey={(one) => String(one.number)}
                empty={<FormattedMessage id="console.none" />}
                columns={[
                  column<Entry>('time', ({ at }) => <At time={at} />),
                  column<Entry>('who', ({ actor }) => <b>{actor}</b>),
                  column<Entry>('did', ({ act, number: own }) => (
                    <RowLink href={`/audit/${own}${query}`} isOpen={String(own) === number}>
                      {actName(intl, act)}
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

/** The one fact of an effect that a list has room for: a change, or an amount. */
const EffectSummary = observer(({ effect }: { effect: unknown }) => {
  const { coinText } = useCoins();
  if (typeof effect !== 'object' || effect === null) return null;
  const facts = effect as Readonly<Record<string, unknown>>;
  const text = (name: string): string | null => (typeof facts[name] === 'string' ? facts[name] : null);
  const [before, after, amount, instrument] = [text('before'), text('after'), text('amount'), text('instrument')];
  if (before !== null && after !== null) return `${before} → ${after}`;
  return amount !== null && instrument !== null ? coinText(amount, instrument) : null;
});

const AuditEntry = observer(({ entry, query, onAll }: { entry: Entry; query: string; onAll: () => void }) => {
  const intl = useIntl();
  const { number, at, actor, act, subject, reason, effect, hash, approval } = entry;
  const name = actName(intl, act);
  return (
    <Drawer over={`${number} · ${clockText(Date.parse(at))}`} title={name} label={name} closeTo={`/audit${query}`}>
      {typeof effect === 'object' && effect !== null && <EffectView effect={{ ...effect }} />}
      <h3>
        <FormattedMessage id="console.field.reason" />
      </h3>
      <p>{reason ?? '–'}</p>
      {approval && (
        <>
          <h3>
            <FormattedMessage id="console.approval" />
          </h3>
          <p>
            <FormattedMessage
              id="console.approvedBy"
              values={{ customer: String(approval.requestedBy), decision: approval.decision }}
            />
          </p>
        </>
      )}
      <h3>
        <FormattedMessage id="console.record" />
      </h3>
      <DefinitionList
        items={[
          { id: 'who', term: <FormattedMessage id="console.column.who" />, detail: actor },
          { id: 'act', term: <FormattedMessage id="console.column.did" />, detail: <span className="mono">{act}</span> },
          {
            id: 'subject',
            term: <FormattedMessage id="console.column.toWhat" />,
            detail: <span className="mono">{subject}</span>,
          },
          { id: 'hash', term: <FormattedMessage id="console.hash" />, detail: <span className="mono">{hash}</span> },
        ]}
      />
      <Button size="small" onClick={onAll}>
        <FormattedMessage id="console.allOfSubject" />
      </Button>
    </Drawer>
  );
});
