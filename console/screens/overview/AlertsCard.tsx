import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { DangerIcon } from '../../../renderer/components/icons/icons.tsx';
import { Card } from '../../../renderer/components/layout/Card.tsx';
import { alertText } from '../../acts/actTexts.ts';
import { Since } from '../../parts/Since.tsx';
import styles from './overview.module.css';

/** The alerts that fire now, the oldest first; nothing without one. */
export const AlertsCard = observer(({ alerts }: { alerts: ConsoleOutput<'pulse'>['alerts'] }) => {
  const intl = useIntl();
  if (alerts.length === 0) return null;
  return (
    <Card padding="none" aria-label={intl.formatMessage({ id: 'console.alerts' })}>
      <h2 className={styles['heading']}>
        <FormattedMessage id="console.alerts" /> {alerts.length}
      </h2>
      <ul className={styles['alerts']}>
        {alerts.map((alert) => (
          <li key={`${alert.rule} ${alert.concerns}`}>
            <DangerIcon className={styles['danger']} />
            <span>{alertText(intl, alert)}</span>
            <span className="hint numeric">
              <Since at={alert.since} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
});
