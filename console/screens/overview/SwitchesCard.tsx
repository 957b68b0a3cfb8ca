import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { DataTable } from '../../../renderer/components/data/DataTable.tsx';
import { Card } from '../../../renderer/components/layout/Card.tsx';
import { StatusChip } from '../../../renderer/components/feedback/StatusChip.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { Since } from '../../parts/Since.tsx';
import { useCoins } from '../../parts/useCoins.ts';
import list from '../../parts/list.module.css';
import { consoleGroup } from '../../stores/consoleGroup.ts';
import { StopAll } from '../switches/StopAll.tsx';
import styles from './overview.module.css';

type Network = ConsoleOutput<'pulse'>['networks'][number];

/** The networks with their age and what is closed on them, and the stop of all payouts. */
export const SwitchesCard = observer(({ pulse }: { pulse: ConsoleOutput<'pulse'> }) => {
  const { formatMessage } = useIntl();
  const { watch } = useStores(consoleGroup);
  const { networks, switches } = pulse;
  const { networkTitle } = useCoins();
  const closedOn = (network: string) => switches.filter(({ target, slug }) => target === 'NETWORK' && slug === network);
  return (
    <Card padding="none" aria-label={formatMessage({ id: 'console.networksAndSwitches' })}>
      <h2 className={styles['heading']}>
        <FormattedMessage id="console.networksAndSwitches" />
      </h2>
      {watch.may('switches') && (
        <div className={styles['buttons']}>
          <StopAll switches={switches} />
        </div>
      )}
      <div className={list['list']}>
        <DataTable
          caption={formatMessage({ id: 'console.networks' })}
          rows={networks}
          rowKey={({ network }) => network}
          columns={[
            {
              id: 'network',
              heading: formatMessage({ id: 'console.column.network' }),
              cell: ({ network }) => networkTitle(network),
            },
            {
              id: 'age',
              heading: formatMessage({ id: 'console.column.block' }),
              cell: ({ readAt, height }: Network) => (
                <>
                  {height ?? '–'}
                  <span className={list['small']}>{readAt !== null && <Since at={readAt} />}</span>
                </>
              ),
            },
            {
              id: 'state',
              heading: formatMessage({ id: 'console.column.state' }),
              align: 'start',
              cell: ({ network, isReading }: Network) => (
                <NetworkState isReading={isReading} isClosed={closedOn(network).length > 0} />
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
});

function NetworkState({ isReading, isClosed }: { isReading: boolean; isClosed: boolean }) {
  if (!isReading)
    return (
      <StatusChip tone="urgent">
        <FormattedMessage id="console.silent" />
      </StatusChip>
    );
  return (
    <StatusChip tone={isClosed ? 'urgent' : 'good'}>
      <FormattedMessage id={isClosed ? 'console.partlyClosed' : 'console.works'} />
    </StatusChip>
  );
}
