import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNow } from '../../renderer/screens/shell/useNow.ts';
import { useStores } from '../../renderer/StoresContext.tsx';
import { usePanel } from '../parts/usePanel.ts';
import type { PanelStore } from '../stores/PanelStore.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { AlertsCard } from './overview/AlertsCard.tsx';
import { Figures } from './overview/Figures.tsx';
import { ReservesCard } from './overview/ReservesCard.tsx';
import { SwitchesCard } from './overview/SwitchesCard.tsx';
import { TodayFigures } from './overview/TodayFigures.tsx';
import { TrendCard } from './overview/TrendCard.tsx';
import { WaitingPanel } from './overview/WaitingPanel.tsx';
import styles from './overview/overview.module.css';
import { lastDays } from './reports/Period.tsx';

const TREND_DAYS = 30;

/** What needs a person now, how the exchange does today, and whether the host works. */
export const Screen = observer(() => {
  const { watch } = useStores(consoleGroup);
  const waiting = usePanel('waiting', {}, { list: 'waiting', everyMs: 30_000 });
  return (
    <>
      <h1 className="visually-hidden">
        <FormattedMessage id="console.overview" />
      </h1>
      {watch.may('treasury') ? <WithTreasury waiting={waiting} /> : <WithoutTreasury waiting={waiting} />}
    </>
  );
});

interface PartProps {
  waiting: PanelStore<'waiting'>;
}

const WithTreasury = observer(({ waiting }: PartProps) => {
  const { formatMessage } = useIntl();
  const { watch } = useStores(consoleGroup);
  const report = usePanel('report', lastDays(useNow(60_000), TREND_DAYS), { everyMs: 60_000 });
  return (
    <>
      {watch.pulse && <TodayFigures pulse={watch.pulse} lists={waiting.data?.lists} report={report.data} />}
      {watch.pulse && <AlertsCard alerts={watch.pulse.alerts} />}
      <div className={styles['columns']}>
        <WaitingPanel panel={waiting} title={formatMessage({ id: 'console.waitsForPerson' })} />
        <TrendCard panel={report} />
      </div>
      <div className={styles['columns']}>
        <ReservesCard />
        {watch.pulse && <SwitchesCard pulse={watch.pulse} />}
      </div>
    </>
  );
});

const WithoutTreasury = observer(({ waiting }: PartProps) => {
  const { formatMessage } = useIntl();
  const { watch } = useStores(consoleGroup);
  return (
    <>
      {watch.pulse && <Figures pulse={watch.pulse} lists={waiting.data?.lists} />}
      {watch.pulse && <AlertsCard alerts={watch.pulse.alerts} />}
      <div className={styles['columns']}>
        <WaitingPanel panel={waiting} title={formatMessage({ id: 'console.waitsForPerson' })} />
        {watch.pulse && <SwitchesCard pulse={watch.pulse} />}
      </div>
    </>
  );
});
