import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { Since } from '../../parts/Since.tsx';
import styles from './overview.module.css';

/** The state of the host in five figures. */
export const Figures = observer(
  ({ pulse, lists }: { pulse: ConsoleOutput<'pulse'>; lists: ConsoleOutput<'waiting'>['lists'] | undefined }) => {
    const { waiting, openApprovals, networks, switches, books } = pulse;
    // The pulse counts once a minute, the list below says what waits now.
    const counted = lists ?? waiting;
    const count = (counted ?? []).reduce((sum, kind) => sum + kind.count, 0);
    const oldest = (waiting ?? []).flatMap(({ oldestSince }) => oldestSince ?? []).toSorted()[0];
    const silent = networks.filter(({ isReading }) => !isReading);
    return (
      <dl className={`${styles['figures']} numeric`}>
        <Figure
          term={<FormattedMessage id="console.waitsForPerson" />}
          value={counted === null ? '–' : count}
          note={oldest !== undefined && <FormattedMessage id="console.oldestFor" values={{ time: <Since at={oldest} /> }} />}
          isUrgent={count > 0}
        />
        <Figure
          term={<FormattedMessage id="console.waitsForSecond" />}
          value={openApprovals}
          note={<FormattedMessage id="console.approvals" />}
          isUrgent={openApprovals > 0}
        />
        <Figure
          term={<FormattedMessage id="console.networksReading" />}
          value={`${networks.length - silent.length} / ${networks.length}`}
          note={silent.length > 0 && silent.map(({ network }) => network).join(', ')}
          isUrgent={silent.length > 0}
        />
        <Figure
          term={<FormattedMessage id="console.closed" />}
          value={switches.length}
          note={<FormattedMessage id="console.closedHelp" />}
          isUrgent={false}
        />
        <Figure
          term={<FormattedMessage id="console.books" />}
          value={books === null ? '–' : books.alarms + books.notices}
          note={
            books === null ? (
              <FormattedMessage id="console.booksNever" />
            ) : (
              <FormattedMessage id="console.booksChecked" values={{ time: <Since at={books.endedAt} /> }} />
            )
          }
          isUrgent={books !== null && books.alarms > 0}
        />
      </dl>
    );
  },
);

interface FigureProps {
  term: ReactNode;
  value: ReactNode;
  note: ReactNode;
  isUrgent: boolean;
}

function Figure({ term, value, note, isUrgent }: FigureProps) {
  return (
    <div className={styles['figure']}>
      <dt>{term}</dt>
      <dd className={styles['value']}>{value}</dd>
      <dd className={isUrgent ? `hint ${styles['urgent']}` : 'hint'}>{note}</dd>
    </div>
  );
}
