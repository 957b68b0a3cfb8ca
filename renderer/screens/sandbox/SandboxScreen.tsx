import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { classNames } from '../../components/classNames.ts';
import { IDENTITY_FEATURE } from '../../../contract/features.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { SandboxStore } from '../../stores/sandbox/SandboxStore.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { useStores } from '../../StoresContext.tsx';
import { notFound } from '../notFound.ts';
import { IdentityControls } from './IdentityControls.tsx';
import { MailList } from './MailList.tsx';
import { MarketControls } from './MarketControls.tsx';
import { NetworkControls } from './NetworkControls.tsx';
import { NetworkFaults } from './NetworkFaults.tsx';
import { SendForm } from './SendForm.tsx';
import { TransferList } from './TransferList.tsx';
import { VenueControls } from './VenueControls.tsx';
import styles from './sandbox.module.css';

/** Only on hosts that announce embedded networks (D12). */
export async function load({ health }: AppStores, { request }: LoaderFunctionArgs): Promise<null> {
  if (health.state === 'unknown') await health.check();
  if (!health.host.sandbox) throw notFound(request);
  return null;
}

/** Controls of the embedded networks: send coins, mine blocks, move prices, inject faults. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { health, platform, page } = useStores();
  const [sandbox] = useState(() => new SandboxStore({ platform }));
  const title = formatMessage({ id: 'sandbox.title' });
  useEffect(() => sandbox.start(), [sandbox]);
  useEffect(() => {
    page.setTitle(title);
    return () => page.setTitle(null);
  }, [page, title]);

  return (
    <div className={classNames('page-width', styles['page'])}>
      <PageHeading title={title} lead={<FormattedMessage id="sandbox.lead" />} />
      <div className={styles['columns']}>
        <SendForm sandbox={sandbox} />
        {sandbox.state ? <MarketControls sandbox={sandbox} state={sandbox.state} /> : <Waiting sandbox={sandbox} />}
      </div>
      {sandbox.state && (
        <>
          <MailList />
          {health.hasFeature(IDENTITY_FEATURE) && <IdentityControls sandbox={sandbox} identities={sandbox.state.identities} />}
          <TransferList transfers={sandbox.state.recentTransfers} />
          <NetworkControls sandbox={sandbox} networks={sandbox.state.networks} />
          <NetworkFaults sandbox={sandbox} networks={sandbox.state.networks} />
          {sandbox.state.venue && <VenueControls sandbox={sandbox} venue={sandbox.state.venue} />}
        </>
      )}
    </div>
  );
});

const Waiting = observer(({ sandbox }: { sandbox: SandboxStore }) => {
  const { formatMessage } = useIntl();
  if (!sandbox.hasFailed) {
    return (
      <div aria-busy="true" className={styles['waiting']}>
        <Skeleton shape="title" />
        <Skeleton shape="block" width="full" />
      </div>
    );
  }
  return (
    <ErrorState
      title={formatMessage({ id: 'sandbox.failed' })}
      retry={{ label: formatMessage({ id: 'order.retry' }), onClick: () => void sandbox.load() }}
    />
  );
});
