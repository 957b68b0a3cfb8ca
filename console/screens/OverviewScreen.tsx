import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useStores } from '../../renderer/StoresContext.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { AlertsCard } from './overview/AlertsCard.tsx';
import { Figures } from './overview/Figures.tsx';
import { SwitchesCard } from './overview/SwitchesCard.tsx';
import { WaitingPanel } from './overview/WaitingPanel.tsx';
import styles from './overview/overview.module.css';

/** What needs a person now, and whether the host works. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { watch } = useStores(consoleGroup);
  const waiting = usePanel('waiting', {}, { list: 'waiting', everyMs: 30_000 });
  return (
    <>
      <h1 className="visually-hidden">
        <FormattedMessage id="console.overview" />
      </h1>
      {watch.pulse && <Figures pulse={watch.pulse} lists={waiting.data?.lists} />}
      {watch.pulse && <AlertsCard alerts={watch.pulse.alerts} />}
      <div className={styles['columns']}>
        <WaitingPanel panel={waiting} title={formatMessage({ id: 'console.waitsForPerson' })} />
        {watch.pulse && <SwitchesCard pulse={watch.pulse} />}
      </div>
    </>
  );
});
