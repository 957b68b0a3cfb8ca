import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { Status } from '../../../contract/api/service.ts';
import { Card } from '../../components/layout/Card.tsx';
import { DataTable, type DataColumn } from '../../components/data/DataTable.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import { componentName } from './componentTexts.ts';
import styles from './status.module.css';

type Incident = NonNullable<Status['incidents']>[number];

/** The incidents of the last 90 days; `null` if the host can't read them. */
export function Incidents({ incidents }: { incidents: Status['incidents'] }) {
  const { formatMessage } = useIntl();
  return (
    <Card title={<FormattedMessage id="status.incidents" />}>
      {incidents === null || incidents.length === 0 ? (
        <p className="hint">
          <FormattedMessage id={incidents === null ? 'status.incidentsUnknown' : 'status.incidentsNone'} />
        </p>
      ) : (
        <DataTable
          caption={formatMessage({ id: 'status.incidents' })}
          columns={columnsOf(formatMessage)}
          rows={incidents}
          rowKey={({ component, startedAt }) => `${component} ${startedAt}`}
          cards
        />
      )}
    </Card>
  );
}

function columnsOf(formatMessage: IntlShape['formatMessage']): DataColumn<Incident>[] {
  return [
    {
      id: 'component',
      heading: formatMessage({ id: 'status.incident.component' }),
      cell: ({ component, network }) => componentName({ id: component, ...(network && { network }) }, formatMessage),
    },
    {
      id: 'state',
      heading: formatMessage({ id: 'status.incident.state' }),
      align: 'start',
      cell: ({ state }) => (
        <span className={styles[state]}>
          <FormattedMessage id={`status.state.${state}`} />
        </span>
      ),
    },
    {
      id: 'from',
      heading: formatMessage({ id: 'status.incident.from' }),
      cell: ({ startedAt }) => <LocalTime at={startedAt} format="dateTime" />,
    },
    {
      id: 'until',
      heading: formatMessage({ id: 'status.incident.until' }),
      cell: ({ endedAt }) =>
        endedAt === null ? <FormattedMessage id="status.incident.ongoing" /> : <LocalTime at={endedAt} format="dateTime" />,
    },
  ];
}
