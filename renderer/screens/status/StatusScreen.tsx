import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import type { AppStores } from '../../stores/createAppStores.ts';
import { statusGroup } from '../../stores/StatusStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import { Components } from './Components.tsx';
import { Incidents } from './Incidents.tsx';
import { ServiceNotices } from './ServiceNotices.tsx';
import styles from './status.module.css';

export async function load(stores: AppStores): Promise<null> {
  await statusGroup(stores).status.load();
  return null;
}

/** `/status`: what does not work now, and what did not in the last 30 days. It works without the API host too. */
export const Screen = observer(() => {
  const { status: store } = useStores(statusGroup);
  const { status, isUnreachable } = store;
  useEffect(() => store.start(), [store]);
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading
        title={<FormattedMessage id="status.title" />}
        lead={<FormattedMessage id="status.lead" />}
        aside={
          status && (
            <span className="hint">
              <FormattedMessage id="status.asOf" values={{ time: <LocalTime at={status.serverTime} /> }} />
            </span>
          )
        }
      />
      {isUnreachable ? (
        <Notice kind="danger" role="status" title={<FormattedMessage id="status.unreachable" />}>
          <FormattedMessage id="status.unreachableHelp" />
        </Notice>
      ) : (
        !status && (
          <Notice kind="information" title={<FormattedMessage id="status.none" />}>
            <FormattedMessage id="status.noneHelp" />
          </Notice>
        )
      )}
      <ServiceNotices />
      {status && !isUnreachable && (
        <>
          <Components status={status} />
          <Incidents status={status} />
        </>
      )}
    </div>
  );
});
