import { FormattedMessage, useIntl } from 'react-intl';
import type { Status } from '../../../contract/api/service.ts';
import { Card } from '../../components/layout/Card.tsx';
import { useDuration } from '../coins/useDuration.ts';
import { LocalTime } from '../order/LocalTime.tsx';
import { componentName } from './componentTexts.ts';
import styles from './status.module.css';

const LISTED_MS = 30 * 86_400_000;

/** The incidents of the last 30 days, newest first. */
export function Incidents({ status: { incidents, serverTime } }: { status: Status }) {
  const { formatMessage } = useIntl();
  const duration = useDuration();
  const now = Date.parse(serverTime);
  const listed = incidents?.filter(({ endedAt }) => endedAt === null || now - Date.parse(endedAt) <= LISTED_MS) ?? [];
  return (
    <Card title={<FormattedMessage id="status.incidents" />} titleAside={<FormattedMessage id="status.incidentsSince" />}>
      {listed.length === 0 ? (
        <p className="hint">
          <FormattedMessage id={incidents === null ? 'status.incidentsUnknown' : 'status.incidentsNone'} />
        </p>
      ) : (
        <ol>
          {listed.map(({ component, network, state, startedAt, endedAt }) => (
            <li key={`${component} ${startedAt}`} className={styles['incident']}>
              <span className="hint">
                <LocalTime at={startedAt} format="dateTime" />
              </span>
              <strong>{componentName({ id: component, ...(network && { network }) }, formatMessage)}</strong>
              <span>
                <FormattedMessage
                  id={endedAt === null ? 'status.incident.ongoing' : 'status.incident.ended'}
                  values={{
                    state: formatMessage({ id: `status.state.${state}` }),
                    time: duration((Date.parse(endedAt ?? serverTime) - Date.parse(startedAt)) / 1_000),
                  }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
