import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Report, Speed } from '../../../contract/console/reports.ts';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { amount, isPositive } from '../../../contract/money.ts';
import { FigureRow } from '../../parts/FigureRow.tsx';
import { durationParts } from '../../parts/times.ts';
import { useCoins } from '../../parts/useCoins.ts';
import { usePanel } from '../../parts/usePanel.ts';
import { waitingFigure } from './waitingFigure.tsx';

const HUNDRED = amount('100');
/** Decimals of the percentage that is kept of the volume */
const SHARE_DECIMALS = 2;

interface TodayFiguresProps {
  pulse: ConsoleOutput<'pulse'>;
  lists: ConsoleOutput<'waiting'>['lists'] | undefined;
  report: Report | null;
}

/** What waits, and how today goes beside yesterday. Days are those of UTC. */
export const TodayFigures = observer(({ pulse, lists, report }: TodayFiguresProps) => {
  const { usdText } = useCoins();
  const { formatNumber } = useIntl();
  const waiting = waitingFigure(pulse, lists);
  const speed = usePanel('speed', {}, { everyMs: 60_000 }).data;
  const [today, yesterday] = [report?.days.at(-1), report?.days.at(-2)];
  const beside = (value: string | number | undefined) =>
    value !== undefined && <FormattedMessage id="console.yesterday" values={{ value }} />;
  return (
    <FigureRow
      figures={[
        waiting,
        {
          id: 'volume',
          term: <FormattedMessage id="console.today.volume" />,
          value: today ? usdText(today.volume) : '–',
          note: beside(yesterday && usdText(yesterday.volume)),
        },
        {
          id: 'revenue',
          term: <FormattedMessage id="console.today.revenue" />,
          value: today ? usdText(today.revenue) : '–',
          note: today && isPositive(today.volume) && (
            <FormattedMessage
              id="console.ofVolume"
              values={{ percent: amount(today.revenue).times(HUNDRED).div(amount(today.volume)).toFixed(SHARE_DECIMALS) }}
            />
          ),
        },
        {
          id: 'orders',
          term: <FormattedMessage id="console.today.orders" />,
          value: today ? formatNumber(today.completed) : '–',
          note: today && (
            <FormattedMessage id="console.report.alsoRefunded" values={{ refunded: today.refunded, unpriced: today.unpriced }} />
          ),
        },
        {
          id: 'speed',
          term: <FormattedMessage id="console.today.time" />,
          value: <Duration seconds={speed?.median.today ?? null} />,
          note: speed && <SpeedNote speed={speed} />,
        },
      ]}
    />
  );
});

function SpeedNote({ speed: { median, slowTenth } }: { speed: Speed }) {
  return (
    <FormattedMessage
      id="console.speedNote"
      values={{ slow: <Duration seconds={slowTenth.today} />, before: <Duration seconds={median.before} /> }}
    />
  );
}

function Duration({ seconds }: { seconds: number | null }) {
  return seconds === null ? '–' : <FormattedMessage id="console.since" values={{ ...durationParts(seconds) }} />;
}
