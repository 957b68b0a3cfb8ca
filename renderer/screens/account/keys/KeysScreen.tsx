import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { API_KEY_LIMITS } from '../../../../contract/limits.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { PlusIcon } from '../../../components/icons/accountIcons.tsx';
import { KeyIcon } from '../../../components/icons/pageIcons.tsx';
import { ExternalIcon } from '../../../components/icons/pageIcons.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import type { AppStores } from '../../../stores/createAppStores.ts';
import { apiKeysGroup } from '../../../stores/account/ApiKeysStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { AccountFrame } from '../AccountFrame.tsx';
import { KeyDialogs } from './KeyDialogs.tsx';
import { KeyTable, KeyTableSkeleton } from './KeyTable.tsx';
import styles from './keys.module.css';

/** The description of all calls, for people. */
const DOCS = '/api/docs';

export async function load(stores: AppStores): Promise<null> {
  const { apiKeys } = apiKeysGroup(stores);
  await apiKeys.keys.show();
  return null;
}

/** `/profile/keys`: the API keys of the customer (D49). */
export const Screen = observer(() => {
  const { apiKeys } = useStores(apiKeysGroup);
  // A dialog must not be open again after the customer has left the page.
  useEffect(() => () => apiKeys.leave(), [apiKeys]);
  return (
    <AccountFrame
      title={<FormattedMessage id="keys.title" />}
      lead={<FormattedMessage id="keys.lead" />}
      aside={
        <div className={styles['actions']}>
          <DocsLink />
          <NewKeyButton />
        </div>
      }
    >
      <Keys />
      <KeyDialogs />
    </AccountFrame>
  );
});

const Keys = observer(() => {
  const { formatMessage } = useIntl();
  const { apiKeys } = useStores(apiKeysGroup);
  const { items: keys, hasFailed } = apiKeys.keys;
  const label = formatMessage({ id: 'keys.title' });
  if (keys && keys.length > 0) {
    return (
      <Card aria-label={label} padding="none">
        <KeyTable keys={keys} />
      </Card>
    );
  }
  if (keys) {
    return (
      <Card aria-label={label}>
        <EmptyState icon={<KeyIcon size="large" />} title={<FormattedMessage id="keys.empty" />}>
          <FormattedMessage id="keys.emptyHelp" />
        </EmptyState>
      </Card>
    );
  }
  if (!hasFailed) return <KeyTableSkeleton />;
  return (
    <Card aria-label={label}>
      <ErrorState
        title={<FormattedMessage id="keys.failed" />}
        retry={{ label: formatMessage({ id: 'error.tryAgain' }), onClick: () => void apiKeys.keys.show() }}
      >
        <FormattedMessage id="keys.failedHelp" />
      </ErrorState>
    </Card>
  );
});

const DocsLink = () => (
  <LinkButton href={DOCS} external size="small" icon={<ExternalIcon />}>
    <FormattedMessage id="keys.docs" />
  </LinkButton>
);

const NewKeyButton = observer(() => {
  const { formatMessage } = useIntl();
  const { apiKeys } = useStores(apiKeysGroup);
  return (
    <Button
      size="small"
      variant="primary"
      icon={<PlusIcon />}
      unavailableReason={apiKeys.isFull ? formatMessage({ id: 'keys.full' }, { most: API_KEY_LIMITS.keys }) : null}
      isReasonShown
      onClick={apiKeys.openCreate}
    >
      <FormattedMessage id="keys.new" />
    </Button>
  );
});
