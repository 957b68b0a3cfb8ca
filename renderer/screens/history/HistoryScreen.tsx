import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { redirect } from 'react-router-dom';
import { ORDER_HISTORY_FEATURE } from '../../../contract/features.ts';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { classNames } from '../../components/classNames.ts';
import { Notice } from '../../components/feedback/Notice.tsx';
import { intlOf } from '../../i18n/intlOf.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useKeptFocus } from '../../useKeptFocus.ts';
import { usePageTitle } from '../order/usePageTitle.ts';
import { HistorySettings } from './HistorySettings.tsx';
import { HistoryList } from './HistoryList.tsx';
import styles from './history.module.css';

/** A signed-in customer has one list: the orders of the account with those of this device. */
export async function load({ health, locale, page, session }: AppStores): Promise<Response | null> {
  await session.settle().catch(() => undefined);
  if (session.isSignedIn && health.hasFeature(ORDER_HISTORY_FEATURE)) return redirect(locale.path('/profile/history'));
  const intl = intlOf(locale.code, locale.messages);
  page.setTitle(intl.formatMessage({ id: 'history.title' }));
  return null;
}

/** `/history`: the orders that were created or opened on this device, to find, export and delete. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { locale, deviceOrders } = useStores(orderGroup);
  usePageTitle(formatMessage({ id: 'history.title' }));
  const { isSettled, records } = deviceOrders;
  const root = useRef<HTMLDivElement>(null);
  useKeptFocus(root);
  useEffect(() => deviceOrders.load(), [deviceOrders]);
  useEffect(() => (isSettled ? undefined : deviceOrders.start()), [deviceOrders, isSettled]);
  return (
    <div ref={root} className={classNames('page-width', styles['page'])}>
      <PageHeading
        title={<FormattedMessage id="history.title" />}
        lead={<FormattedMessage id="history.lead" />}
        aside={
          <LinkButton href={locale.path('/order')}>
            <FormattedMessage id="pass.open" />
          </LinkButton>
        }
      />
      {deviceOrders.isStale && (
        <Notice kind="warning" role="status">
          <FormattedMessage id="history.stale" />
        </Notice>
      )}
      {deviceOrders.isFull && (
        <Notice kind="warning" role="status">
          <FormattedMessage id="history.full" />
        </Notice>
      )}
      <HistoryList />
      {records !== null && <HistorySettings />}
    </div>
  );
});
