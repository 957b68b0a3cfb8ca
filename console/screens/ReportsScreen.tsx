import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useStores } from '../../renderer/StoresContext.tsx';
import list from '../parts/list.module.css';
import { Panel } from '../parts/Panel.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { CoinTable } from './reports/CoinTable.tsx';
import { DayChart } from './reports/DayChart.tsx';
import { DayTable } from './reports/DayTable.tsx';
import { PairList } from './reports/PairList.tsx';
import { lastDays, Period } from './reports/Period.tsx';
import { SaveReport } from './reports/SaveReport.tsx';
import { Totals } from './reports/Totals.tsx';
import styles from './reports/reports.module.css';

const FIRST_DAYS = 30;

/** Volume, revenue and costs by day and by coin. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { clock } = useStores();
  const [period, setPeriod] = useState(() => lastDays(clock.now(), FIRST_DAYS));
  const panel = usePanel('report', period, { everyMs: 60_000 });
  return (
    <>
      <Title id="console.reports" />
      <Period period={period} onChange={setPeriod} />
      {panel.data && <Totals report={panel.data} />}
      <Panel panel={panel} title={formatMessage({ id: 'console.byDay' })} aside={<SaveReport period={period} />}>
        {(report) => (
          <>
            <div className={styles['trend']}>
              <DayChart report={report} />
              <PairList report={report} />
            </div>
            <DayTable report={report} />
            <p className={`hint ${list['foot']}`}>
              <FormattedMessage id="console.profitHelp" />
            </p>
          </>
        )}
      </Panel>
      <Panel panel={panel} title={formatMessage({ id: 'console.byCoin' })} hint={<FormattedMessage id="console.byCoinHelp" />}>
        {(report) => <CoinTable report={report} />}
      </Panel>
    </>
  );
});
