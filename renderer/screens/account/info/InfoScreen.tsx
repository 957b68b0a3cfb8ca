import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '../../../components/layout/Card.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import type { AppStores } from '../../../stores/createAppStores.ts';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { AccountFrame } from '../AccountFrame.tsx';
import { AccountEndCard } from '../close/AccountEndCard.tsx';
import { InfoDialogs, type OpenDialog } from './InfoDialogs.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SignInCard } from './SignInCard.tsx';
import styles from './info.module.css';

export async function load(stores: AppStores): Promise<null> {
  await securityGroup(stores).security.load();
  return null;
}

/** `/profile/info`: how the customer signs in, and where. */
export const Screen = observer(() => {
  const { security } = useStores(securityGroup);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const isMissing = security.security === null && !security.hasFailed;
  // After a server render with an expired access token (D64).
  useEffect(() => {
    if (isMissing) void security.load();
  }, [isMissing, security]);
  return (
    <AccountFrame title={<FormattedMessage id="security.title" />} lead={<FormattedMessage id="security.lead" />}>
      {security.security ? (
        <>
          <SignInCard security={security.security} open={setDialog} />
          {security.hasSecondFactorHost && <PasskeysCard security={security.security} open={setDialog} />}
          <SessionsCard />
          <AccountEndCard />
          <InfoDialogs security={security.security} dialog={dialog} open={setDialog} />
        </>
      ) : (
        <Waiting hasFailed={security.hasFailed} onRetry={() => void security.load()} />
      )}
    </AccountFrame>
  );
});

function Waiting({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const { formatMessage } = useIntl();
  if (hasFailed) {
    return (
      <ErrorState
        title={<FormattedMessage id="security.failed" />}
        retry={{ label: formatMessage({ id: 'error.tryAgain' }), onClick: onRetry }}
      />
    );
  }
  return (
    <div className={styles['waiting']} aria-busy="true">
      {[3, 1, 2].map((rows) => (
        <Card key={rows} aria-label={formatMessage({ id: 'shell.loading' })}>
          <div className={styles['waitingRows']}>
            {Array.from({ length: rows + 1 }, (_, row) => (
              <Skeleton key={row} shape="title" width={row === 0 ? 'short' : 'full'} />
            ))}
          </div>
        </Card>
      ))}
    </div>
  );
}
