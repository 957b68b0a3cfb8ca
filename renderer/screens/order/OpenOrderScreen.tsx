import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '../../components/layout/Card.tsx';
import { classNames } from '../../components/classNames.ts';
import { Link } from '../../components/buttons/Link.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { intlOf } from '../../i18n/intlOf.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { useStores } from '../../StoresContext.tsx';
import { NumberForm } from './NumberForm.tsx';
import { PassForm } from './pass/PassForm.tsx';
import { useOpenPass } from './pass/useOpenPass.ts';
import { usePageTitle } from './usePageTitle.ts';
import styles from './order.module.css';

export async function load({ locale, page }: AppStores): Promise<null> {
  const intl = intlOf(locale.code, locale.messages);
  page.setTitle(intl.formatMessage({ id: 'pass.openTitle' }));
  return null;
}

/** `/order`: opens an order by number and receiving address, or with its order pass in this tab (D3). */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const openPass = useOpenPass();
  usePageTitle(formatMessage({ id: 'pass.openTitle' }));

  return (
    <div className={classNames('page-width', styles['page'])}>
      <div className={styles['narrow']}>
        <PageHeading title={formatMessage({ id: 'pass.openTitle' })} lead={formatMessage({ id: 'order.open.lead' })} />
        <NumberForm />
        <Card className={styles['stage']} title={formatMessage({ id: 'pass.title' })}>
          <p className={styles['lead']}>
            <FormattedMessage id="pass.openLead" />
          </p>
          <PassForm submitLabel="pass.openButton" onText={openPass} />
        </Card>
        <p className="hint">
          <FormattedMessage id="pass.without" />
        </p>
        <p>
          <Link href={locale.path('/history')}>
            <FormattedMessage id="pass.ownOrders" />
          </Link>
        </p>
      </div>
    </div>
  );
});
