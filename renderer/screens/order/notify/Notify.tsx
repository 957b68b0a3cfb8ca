import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { BellIcon, MailIcon } from '../../../components/icons/pageIcons.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';
import { orderTexts } from '../stages/orderTexts.ts';
import { NOTIFY_TITLE, useCanNotify } from './useCanNotify.ts';
import styles from './notify.module.css';

/** The form needs more libraries, so it loads on demand. */
const NotifyMailForm = lazy(() => import('./NotifyMailForm.tsx').then((module) => ({ default: module.NotifyMailForm })));

/** Turns on notifications about the order: by this browser while the page is open, or by e-mail. */
export const Notify = observer(({ order }: { order: Order }) => {
  const intl = useIntl();
  const { locale, notify, mailSubscription, guarantee } = useStores(orderGroup);
  const possible = useCanNotify();
  const { orderId } = order;
  useEffect(() => notify.start((moved) => orderTexts(moved, guarantee, intl, locale.code)), [notify, guarantee, intl, locale]);
  useEffect(() => mailSubscription.load(), [mailSubscription, orderId]);

  if (!possible) return null;
  return (
    <Card className={styles['notify']} aria-labelledby={NOTIFY_TITLE}>
      <div>
        <h2 id={NOTIFY_TITLE} tabIndex={-1} className={styles['title']}>
          <FormattedMessage id="notify.title" />
        </h2>
        <p className="hint">
          <FormattedMessage id="notify.lead" />
        </p>
      </div>
      {possible.byBrowser && <InBrowser />}
      {possible.byMail && <ByMail />}
    </Card>
  );
});

const InBrowser = observer(() => {
  const { formatMessage } = useIntl();
  const isHydrated = useHydrated();
  const { notify } = useStores(orderGroup);
  const first = {
    title: formatMessage({ id: 'notify.browser.first' }),
    body: formatMessage({ id: 'notify.browser.firstBody' }),
  };
  return (
    <div className={styles['way']}>
      {isHydrated && notify.isOn ? (
        <>
          <p className={styles['on']} role="status">
            <BellIcon size="small" />
            <FormattedMessage id="notify.browser.isOn" />
          </p>
          <Button size="small" variant="text" onClick={() => notify.turnOff()}>
            <FormattedMessage id="notify.browser.turnOff" />
          </Button>
        </>
      ) : (
        <Button
          size="small"
          variant="text"
          className={styles['plain']}
          icon={<BellIcon />}
          busy={notify.isRequestingPermission}
          onClick={() => void notify.turnOn(first)}
        >
          <FormattedMessage id="notify.browser.turnOn" />
        </Button>
      )}
      <p className="hint" role="status">
        {notify.problem && <FormattedMessage id={notify.problem} />}
      </p>
    </div>
  );
});

const ByMail = observer(() => {
  const { mailSubscription } = useStores(orderGroup);
  switch (mailSubscription.step) {
    case 'closed':
      return <MailButton />;
    case 'address':
    case 'code':
      return (
        <Suspense fallback={<div className={styles['form']} aria-busy="true" />}>
          <NotifyMailForm />
        </Suspense>
      );
    case 'on':
      return (
        <div className={styles['way']}>
          <p className={styles['on']} role="status">
            <MailIcon size="small" />
            <span>
              <FormattedMessage id="notify.mail.on" values={{ email: <b>{mailSubscription.email}</b> }} />
            </span>
          </p>
          <Button size="small" variant="text" busy={mailSubscription.form.isPending} onClick={() => void mailSubscription.stop()}>
            <FormattedMessage id="notify.mail.stop" />
          </Button>
          <p className="hint" role="status">
            {mailSubscription.form.problem && <FormattedMessage id={mailSubscription.form.problem} />}
          </p>
        </div>
      );
  }
});

const MailButton = observer(() => {
  const { mailSubscription } = useStores(orderGroup);
  return (
    <Button
      size="small"
      variant="text"
      className={styles['plain']}
      icon={<MailIcon />}
      onClick={() => mailSubscription.editAddress()}
    >
      <FormattedMessage id="notify.mail.open" />
    </Button>
  );
});
