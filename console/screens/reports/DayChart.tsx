import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Report } from '../../../contract/console/reports.ts';
import { formatAmount } from '../../../contract/formatAmount.ts';
import { isPositive } from '../../../contract/money.ts';
import { latePart } from '../../../renderer/latePart.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { useCoins } from '../../parts/useCoins.ts';
import { chartOf } from './chartOf.ts';
import styles from './reports.module.css';

const CHART = latePart(async () => (await import('./chart.tsx')).Chart);

/** Volume as bars and revenue as a line, each with a scale of its own. The table of days has the same figures. */
export const DayChart = observer(({ report: { days, total } }: { report: Report }) => {
  const { formatMessage } = useIntl();
  const { theme, locale } = useStores();
  const { usdText } = useCoins();
  const [Chart, setChart] = useState(CHART.loaded);
  useEffect(() => {
    // Without its code the figures are still there.
    CHART.load().then(
      () => setChart(CHART.loaded),
      () => undefined,
    );
  }, []);
  if (!isPositive(total.volume)) return null;
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return (
    <div className={styles['chart']}>
      <p className={styles['legend']}>
        <span>
          <i className={styles['bar']} /> <FormattedMessage id="console.report.volume" /> <b>{usdText(total.volume)}</b>
        </span>
        <span>
          <i className={styles['line']} /> <FormattedMessage id="console.report.revenue" /> <b>{usdText(total.revenue)}</b>
        </span>
      </p>
      {Chart ? (
        <Chart
          // Its colours are read when it is drawn.
          key={`${theme.choice} ${first} ${last}`}
          label={formatMessage({ id: 'console.chart' }, { from: first, to: last })}
          content={chartOf({ days }, (value) => formatAmount(value, locale.code))}
          texts={days.map(({ day, volume, revenue }) =>
            formatMessage({ id: 'console.chartDay' }, { day, volume: usdText(volume), revenue: usdText(revenue) }),
          )}
        />
      ) : (
        <div className={styles['room']} />
      )}
    </div>
  );
});
