import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ApiKey } from '../../../../contract/api/apiKeys.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { MoreIcon } from '../../../components/icons/accountIcons.tsx';
import { IconButton } from '../../../components/buttons/IconButton.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { Switch } from '../../../components/fields/Switch.tsx';
import { ago } from '../../../i18n/ago.ts';
import { apiKeysGroup } from '../../../stores/account/ApiKeysStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { shortened } from '../../../../contract/shortened.ts';
import styles from './keys.module.css';

/** An id begins with "cw_". */
const SHOWN = 7;

/** The API keys; on phones a list of cards. */
export const KeyTable = ({ keys }: { keys: readonly ApiKey[] }) => {
  const { formatMessage } = useIntl();
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{formatMessage({ id: 'keys.title' })}</caption>
      <thead>
        <tr>
          <th scope="col">{formatMessage({ id: 'keys.name' })}</th>
          <th scope="col">{formatMessage({ id: 'keys.allowed' })}</th>
          <th scope="col">{formatMessage({ id: 'keys.lastUsed' })}</th>
          <th scope="col" className={styles['worksHeading']}>
            {formatMessage({ id: 'keys.works' })}
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.apiId} apiKey={key} />
        ))}
      </tbody>
    </table>
  );
};

const KeyRow = observer(({ apiKey }: { apiKey: ApiKey }) => {
  const { formatMessage } = useIntl();
  const { apiKeys } = useStores(apiKeysGroup);
  const { apiId, name, whiteListIp, isActive } = apiKey;
  return (
    <tr>
      <th scope="row" className={styles['name']}>
        <span>{name}</span>
        <span className={styles['id']} title={apiId}>
          {shortened(apiId, SHOWN, 4)}
        </span>
      </th>
      <td className={styles['addresses']}>
        {whiteListIp.length > 0 ? (
          whiteListIp.join(', ')
        ) : (
          <span className={styles['any']}>
            <FormattedMessage id="keys.any" />
          </span>
        )}
      </td>
      <td className={styles['used']}>
        <LastUsed apiKey={apiKey} />
      </td>
      <td className={styles['works']}>
        <div>
          <Switch
            label={formatMessage({ id: 'keys.switch' }, { name })}
            checked={isActive}
            busy={apiKeys.busyWith === apiId}
            onChange={(next) => void apiKeys.switch(apiKey, next)}
          />
          <IconButton
            label={formatMessage({ id: 'keys.change' }, { name })}
            icon={<MoreIcon />}
            onClick={() => apiKeys.openChange(apiKey)}
          />
        </div>
      </td>
    </tr>
  );
});

const LastUsed = observer(({ apiKey: { lastUsedAt, ordersCount } }: { apiKey: ApiKey }) => {
  const { formatMessage } = useIntl();
  const { clock } = useStores();
  if (lastUsedAt === null) return <FormattedMessage id="keys.never" />;
  const { id, values } = ago(lastUsedAt, clock.now());
  const when = formatMessage({ id }, values);
  return ordersCount === 0 ? when : <FormattedMessage id="keys.used" values={{ when, count: ordersCount }} />;
});

/** In the size of two keys. */
export const KeyTableSkeleton = () => {
  const { formatMessage } = useIntl();
  return (
    <Card aria-label={formatMessage({ id: 'keys.loading' })} aria-busy padding="none">
      <div className={styles['waiting']}>
        {['first', 'second'].map((row) => (
          <div key={row}>
            <Skeleton shape="body" width="half" />
            <Skeleton shape="hint" width="short" />
          </div>
        ))}
      </div>
    </Card>
  );
};
