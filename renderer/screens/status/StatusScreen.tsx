import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Status } from '../../../contract/api/service.ts';
import { Card } from '../../components/layout/Card.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import type { AppStores } from '../../stores/createAppStores.ts';
import { statusGroup } from '../../stores/StatusStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import { componentName, effectOf } from './componentTexts.ts';
import { Incidents } from './Incidents.tsx';
import { ServiceNotices } from './ServiceNotices.tsx';
import styles from './status.module.css';

export async function load(stores: AppStores): Promise<null> {
  await statusGroup(stores).status.load();
  return null;
}

/** `/status`: what works now, and the incidents of the last 90 days. It works without the API host too. */
export const Screen = observer(() => {
  const { status: store } = useStores(statusGroup);
  const { status, isUnreachable } = store;
  useEffect(() => store.start(), [store]);
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading title={<FormattedMessage id="status.title" />} lead={<FormattedMessage id="status.lead" />} />
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
          <Summary status={status} />
          <Components components={status.components.filter(({ network }) => !network)} title="status.service" />
          <Incidents incidents={status.incidents} />
          <Components components={status.components.filter(({ network }) => network)} title="status.networks" />
        </>
      )}
    </div>
  );
});

/** The worst state in words, what it means for the customer's money, and the operator's message. */
function Summary({ status: { components, notice, serverTime } }: { status: Status }) {
  const { formatMessage } = useIntl();
  const broken = components.filter(({ state }) => state !== 'OK');
  const isDown = broken.some(({ state }) => state === 'DOWN');
  const kind = isDown ? 'danger' : broken.length > 0 ? 'warning' : 'success';
  return (
    <Notice kind={kind} role="status" title={<FormattedMessage id={`status.summary.${kind}`} />}>
      {notice !== null && <p lang="en">{notice}</p>}
      {broken.length > 0 && (
        <ul className={styles['effects']}>
          {broken.map((component) => (
            <li key={component.id}>
              <strong>{componentName(component, formatMessage)}</strong>. {effectOf(component, formatMessage)}
            </li>
          ))}
        </ul>
      )}
      <p className={styles['age']}>
        <FormattedMessage id="status.asOf" values={{ time: <LocalTime at={serverTime} /> }} />
      </p>
    </Notice>
  );
}

function Components({ components, title }: { components: Status['components']; title: 'status.service' | 'status.networks' }) {
  const { formatMessage } = useIntl();
  return (
    <Card title={<FormattedMessage id={title} />}>
      <ul className={styles['components']}>
        {components.map((component) => (
          <li key={component.id} className={styles['component']}>
            <span>{componentName(component, formatMessage)}</span>
            <span className={styles[component.state]}>
              <FormattedMessage id={`status.state.${component.state}`} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
