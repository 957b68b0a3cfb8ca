import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { isPositive } from '../../../contract/money.ts';
import { Link } from '../../../renderer/components/buttons/Link.tsx';
import { Panel } from '../../parts/Panel.tsx';
import type { PanelStore } from '../../stores/PanelStore.ts';
import { DayChart } from '../reports/DayChart.tsx';
import { PairList } from '../reports/PairList.tsx';
import styles from './overview.module.css';

/** Volume and revenue of the last days, and the largest pairs. */
export const TrendCard = observer(({ panel }: { panel: PanelStore<'report'> }) => {
  const { formatMessage } = useIntl();
  return (
    <Panel
      panel={panel}
      title={formatMessage({ id: 'console.trend' })}
      aside={
        <Link href="/reports">
          <FormattedMessage id="console.reports" />
        </Link>
      }
    >
      {(report) => (
        <div className={styles['trend']}>
          {isPositive(report.total.volume) ? (
            <>
              <DayChart report={report} />
              <PairList report={report} />
            </>
          ) : (
            <p className="hint">
              <FormattedMessage id="console.noVolume" />
            </p>
          )}
        </div>
      )}
    </Panel>
  );
});
