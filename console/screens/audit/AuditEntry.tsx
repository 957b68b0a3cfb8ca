import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { Button } from '../../../renderer/components/buttons/Button.tsx';
import { DefinitionList } from '../../../renderer/components/data/DefinitionList.tsx';
import { actName } from '../../acts/actTexts.ts';
import { EffectView } from '../../acts/EffectView.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { clockText } from '../../parts/times.ts';
import styles from './audit.module.css';

type Entry = ConsoleOutput<'audit'>['entries'][number];

interface AuditEntryProps {
  entry: Entry;
  /** The filters of the list */
  query: string;
  onAll: () => void;
}

/** One act: what it changed, why, who approved it, and its place in the chain of hashes. */
export const AuditEntry = observer(({ entry, query, onAll }: AuditEntryProps) => {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { number, at, actor, act, subject, reason, effect, session, approval, hash, previous } = entry;
  const name = actName(intl, act);
  const change = changeOf(effect);
  const line = (id: string, term: React.ReactNode, text: string | null) => ({
    id,
    term,
    detail: <span className={`mono ${styles['whole']}`}>{text ?? '–'}</span>,
  });
  return (
    <Drawer over={`${number} · ${clockText(Date.parse(at))}`} title={name} label={name} closeTo={`/audit${query}`}>
      {change && (
        <div className={styles['change']}>
          <Side title={formatMessage({ id: 'console.field.before' })} value={change.before} />
          <span aria-hidden="true">→</span>
          <Side title={formatMessage({ id: 'console.field.after' })} value={change.after} isNew />
        </div>
      )}
      {isFacts(effect) && <EffectView effect={change ? change.others : effect} />}
      <h3>
        <FormattedMessage id="console.field.reason" />
      </h3>
      <p className={styles['whole']}>{reason ?? '–'}</p>
      {approval && (
        <>
          <h3>
            <FormattedMessage id="console.approval" />
          </h3>
          <DefinitionList
            items={[
              {
                id: 'asked',
                term: <FormattedMessage id="console.askedFor" values={{ who: `customer ${approval.requestedBy}` }} />,
                detail: clockText(Date.parse(approval.requestedAt)),
              },
              {
                id: 'approved',
                term: <FormattedMessage id="console.approvedIt" values={{ who: actor }} />,
                detail: clockText(Date.parse(at)),
              },
              { id: 'words', term: <FormattedMessage id="console.approvedWith" />, detail: approval.decision },
            ]}
          />
        </>
      )}
      <h3>
        <FormattedMessage id="console.record" />
      </h3>
      <DefinitionList
        items={[
          line('who', <FormattedMessage id="console.column.who" />, actor),
          line('act', <FormattedMessage id="console.column.did" />, act),
          line('subject', <FormattedMessage id="console.column.toWhat" />, subject),
          ...(session === null ? [] : [line('session', <FormattedMessage id="console.session" />, session)]),
          line('hash', <FormattedMessage id="console.hash" />, hash),
          line('previous', <FormattedMessage id="console.hashOf" values={{ number: number - 1 }} />, previous),
        ]}
      />
      <Button size="small" onClick={onAll}>
        <FormattedMessage id="console.allOfSubject" />
      </Button>
    </Drawer>
  );
});

function Side({ title, value, isNew = false }: { title: string; value: string; isNew?: boolean }) {
  return (
    <div className={isNew ? styles['new'] : styles['side']}>
      <span className="hint">{title}</span>
      <b className={styles['whole']}>{value}</b>
    </div>
  );
}

type Facts = Readonly<Record<string, unknown>>;
const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null;

/** Returns the change of an effect that has one, and its other facts. */
function changeOf(effect: unknown): { before: string; after: string; others: Facts } | null {
  if (!isFacts(effect)) return null;
  const { before, after, ...others } = effect;
  return typeof before === 'string' && typeof after === 'string' ? { before, after, others } : null;
}
