import { MailIcon } from '../../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { asksToSend } from '../../../../contract/orderStage.ts';
import type { Order } from '../../../../contract/api/orders.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PassButton, PassNote } from './OrderPassControls.tsx';
import styles from '../order.module.css';

/** The form needs more libraries, so it loads on demand. */
const EmailForm = lazy(() => import('../notify/EmailForm.tsx').then((module) => ({ default: module.EmailForm })));

/** The order pass first, because decisions need it; less prominent the e-mail for support, and the link to support. */
export const OrderPassCard = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { locale, health, guarantee, order: store } = useStores(orderGroup);
  const [isEmailOpen, setIsEmailOpen] = useState(false);
  const hasPass = health.hasFeature('order-token');
  // Then the button is below the QR code.
  const isBeside = asksToSend(order) && !guarantee.isSendingRefused;
  const supportLink = (
    <Link href={locale.path(`/support?order=${order.orderId}`)}>
      <FormattedMessage id="order.pass.supportLink" />
    </Link>
  );
  return (
    <Card className={styles['passCard']} aria-label={formatMessage({ id: 'order.pass.region' })}>
      {hasPass && !isBeside && <PassButton order={order} />}
      <p className="hint">
        {hasPass ? <PassNote order={order} /> : !store.isSettled && <FormattedMessage id="order.pass.bookmark" />}
      </p>
      {order.userEmail ? (
        <p>
          <FormattedMessage id="order.email.set" values={{ email: <b>{order.userEmail}</b> }} />
        </p>
      ) : (
        !store.isSettled &&
        (isEmailOpen ? (
          <Suspense fallback={<div className={styles['emailForm']} aria-busy="true" />}>
            <EmailForm />
          </Suspense>
        ) : (
          <Button
            size="small"
            variant="text"
            className={styles['plain']}
            icon={<MailIcon />}
            onClick={() => setIsEmailOpen(true)}
          >
            <FormattedMessage id="order.email.summary" />
          </Button>
        ))
      )}
      <p className="hint">
        <FormattedMessage id="order.pass.support" values={{ link: supportLink }} />
      </p>
    </Card>
  );
});
