import { FormattedMessage } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import type { RowFigure } from '../../parts/FigureRow.tsx';
import { Since } from '../../parts/Since.tsx';

/** Returns how much waits for a person, and for how long. */
export function waitingFigure(
  { waiting }: Pick<ConsoleOutput<'pulse'>, 'waiting'>,
  lists: ConsoleOutput<'waiting'>['lists'] | undefined,
): RowFigure {
  // The pulse counts once a minute, the list below says what waits now.
  const counted = lists ?? waiting;
  const count = (counted ?? []).reduce((sum, kind) => sum + kind.count, 0);
  const oldest = (waiting ?? []).flatMap(({ oldestSince }) => oldestSince ?? []).toSorted()[0];
  return {
    id: 'waiting',
    term: <FormattedMessage id="console.waitsForPerson" />,
    value: counted === null ? '–' : count,
    note: oldest !== undefined && <FormattedMessage id="console.oldestFor" values={{ time: <Since at={oldest} /> }} />,
    isUrgent: count > 0,
  };
}
