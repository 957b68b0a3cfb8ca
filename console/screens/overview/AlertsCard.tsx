import { ownValue } from '../../../contract/tables/ownValue.ts';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { DangerIcon } from '../../../renderer/components/icons/icons.tsx';
import { Card } from '../../../renderer/components/layout/Card.tsx';
import { alertText } from '../../acts/actTexts.ts';
import { RowLink } from '../../parts/cells.tsx';
import { Since } from '../../parts/Since.tsx';
import styles from './overview.module.css';

type Alert = ConsoleOutput<'pulse'>['alerts'][number];

/** The screens that show what an alert is about. What waits for a person is on this one. */
const PATHS: Readonly<Record<string, string>> = {
  booksAlarm: '/books',
  booksUnread: '/books',
  recovery: '/networks',
  networkSilent: '/networks',
  marketSilent: '/prices',
  capUsed: '/payments',
  settlementSilent: '/payments',
  reserveShort: '/reserves',
  reserveLow: '/reserves',
};

/** Returns where an alert leads; null: no screen shows more. */
function pathOf({ rule, concerns }: Alert): string | null {
  const path = ownValue(PATHS, rule);
  if (path === undefined) return null;
  if (rule === 'networkSilent' && concerns !== null) return `${path}/${concerns}`;
  return rule === 'recovery' && concerns !== null ? `${path}/${concerns}/recovery` : path;
}

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
            {pathOf(alert) === null ? (
              <span>{alertText(intl, alert)}</span>
            ) : (
              <RowLink href={pathOf(alert) ?? ''}>{alertText(intl, alert)}</RowLink>
            )}
            <span className="hint numeric">
              <Since at={alert.since} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
});
