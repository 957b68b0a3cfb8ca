import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../../components/buttons/Link.tsx';
import { classNames } from '../../../components/classNames.ts';
import { InformationIcon } from '../../../components/icons/icons.tsx';
import { MailIcon } from '../../../components/icons/pageIcons.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { PageHeading } from '../../../components/layout/PageHeading.tsx';
import { intlOf } from '../../../i18n/intlOf.ts';
import type { AppStores } from '../../../stores/createAppStores.ts';
import { orderPath } from '../../../stores/deviceOrders/orderPass.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { OrderState } from '../../history/OrderState.tsx';
import { outcomeText } from '../../history/outcomeText.ts';
import { NumberForm } from './NumberForm.tsx';
import { PassForm } from '../pass/PassForm.tsx';
import { useOpenPass } from '../pass/useOpenPass.ts';
import { useMoney } from '../useMoney.ts';
import { usePageTitle } from '../usePageTitle.ts';
import styles from './openOrder.module.css';

export async function load({ locale, page }: AppStores): Promise<null> {
  const intl = intlOf(locale.code, locale.messages);
  page.setTitle(intl.formatMessage({ id: 'pass.openTitle' }));
  return null;
}

/** `/order`: opens an order with its order pass in this tab, or by number and receiving address (D3). */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const openPass = useOpenPass();
  usePageTitle(formatMessage({ id: 'pass.openTitle' }));

  return (
    <div className={classNames('page-width', styles['page'])}>
      <PageHeading title={formatMessage({ id: 'pass.openTitle' })} lead={formatMessage({ id: 'order.open.lead' })} />
      <Card aria-label={formatMessage({ id: 'pass.openTitle' })}>
        <h2>
          <FormattedMessage id="order.open.withPass" />
        </h2>
        <p className="secondary">
          <FormattedMessage id="pass.openLead" />
        </p>
        <PassForm submitLabel="pass.openButton" onText={openPass} />
        <p className={styles['or']}>
          <FormattedMessage id="order.open.withoutPass" />
        </p>
        <NumberForm />
        <p className="hint">
          <FormattedMessage id="pass.without" />
        </p>
      </Card>
      <OwnOrders />
      <ul className={styles['help']}>
        <li>
          <MailIcon />
          <FormattedMessage id="order.open.inMails" />
        </li>
        <li>
          <InformationIcon />
          <span>
            <FormattedMessage
              id="order.open.nothing"
              values={{ link: (text) => <Link href={locale.path('/support')}>{text}</Link> }}
            />
          </span>
        </li>
      </ul>
    </div>
  );
});

const MOST_SHOWN = 2;

/** The newest orders of this device. */
const OwnOrders = observer(() => {
  const { formatMessage } = useIntl();
  const { locale, deviceOrders } = useStores(orderGroup);
  const { money } = useMoney();
  useEffect(() => deviceOrders.load(), [deviceOrders]);
  const { records } = deviceOrders;
  if (!records || records.length === 0) return null;
  return (
    <Card
      title={<FormattedMessage id="order.open.own" />}
      titleAside={
        <Link href={locale.path('/history')}>
          <FormattedMessage id="order.open.all" values={{ count: records.length }} />
        </Link>
      }
    >
      <ul className={styles['own']}>
        {records.slice(0, MOST_SHOWN).map((record) => (
          <li key={record.orderId}>
            <Link href={locale.path(orderPath(record))}>{outcomeText(record, { money, formatMessage })}</Link>
            <OrderState record={record} />
          </li>
        ))}
      </ul>
    </Card>
  );
});
