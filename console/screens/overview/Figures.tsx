import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { FigureRow } from '../../parts/FigureRow.tsx';
import { Since } from '../../parts/Since.tsx';
import { waitingFigure } from './waitingFigure.tsx';

/** The state of the host in five figures, for operators who do not see the treasury. */
export const Figures = observer(
  ({ pulse, lists }: { pulse: ConsoleOutput<'pulse'>; lists: ConsoleOutput<'waiting'>['lists'] | undefined }) => {
    const { openApprovals, networks, switches, books } = pulse;
    const silent = networks.filter(({ isReading }) => !isReading);
    return (
      <FigureRow
        figures={[
          waitingFigure(pulse, lists),
          {
            id: 'approvals',
            term: <FormattedMessage id="console.waitsForSecond" />,
            value: openApprovals,
            note: <FormattedMessage id="console.approvals" />,
            isUrgent: openApprovals > 0,
          },
          {
            id: 'networks',
            term: <FormattedMessage id="console.networksReading" />,
            value: `${networks.length - silent.length} / ${networks.length}`,
            note: silent.length > 0 && silent.map(({ network }) => network).join(', '),
            isUrgent: silent.length > 0,
          },
          {
            id: 'closed',
            term: <FormattedMessage id="console.closed" />,
            value: switches.length,
            note: <FormattedMessage id="console.closedHelp" />,
          },
          {
            id: 'books',
            term: <FormattedMessage id="console.books" />,
            value: books === null ? '–' : books.alarms + books.notices,
            note:
              books === null ? (
                <FormattedMessage id="console.booksNever" />
              ) : (
                <FormattedMessage id="console.booksChecked" values={{ time: <Since at={books.endedAt} /> }} />
              ),
            isUrgent: books !== null && books.alarms > 0,
          },
        ]}
      />
    );
  },
);
