import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { ORDER_MAIL_FEATURE } from '../../../../contract/features.ts';
import { hasExtra } from '../../../../contract/orderStage.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { BellIcon, KeyIcon, MailIcon } from '../../../components/icons/pageIcons.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';
import { PassButton, PassNote } from '../pass/OrderPassControls.tsx';
import { orderTexts } from '../stages/orderTexts.ts';
import styles from './notify.module.css';

/** The forms need more libraries, so they load on demand. */
const NotifyMailForm = lazy(() => import('./NotifyMailForm.tsx').then((module) => ({ default: module.NotifyMailForm })));
const EmailForm = lazy(() => import('./EmailForm.tsx').then((module) => ({ default: module.EmailForm })));

/** How a customer hears of the order and comes back to it: by e-mail, by this browser, and with the order pass. */
export const StayInformed = observer(({ order }: { order: Order }) => {
  const intl = useIntl();
  const { health, locale, notify, mailSubscription, guarantee, order: store } = useStores(orderGroup);
  // The server does not know this device. It renders the most common state, so that the layout rarely changes.
  const isHydrated = useHydrated();
  const { orderId } = order;
  useEffect(() => notify.start((moved) => orderTexts(moved, guarantee, intl, locale.code)), [notify, guarantee, intl, locale]);
  useEffect(() => mailSubscription.load(), [mailSubscription, orderId]);
  // The pass of a finished order decides about extra deposits, and about nothing else.
  const isPassOfUse = !store.isSettled || hasExtra(order);
  const ways = [
    store.isSettled ? null : health.hasFeature(ORDER_MAIL_FEATURE) ? (
      <ByMail key="mail" order={order} />
    ) : (
      <Contact key="mail" order={order} />
    ),
    !store.isSettled && (!isHydrated || notify.isPossible) ? <InBrowser key="browser" /> : null,
    isPassOfUse && health.hasFeature('order-token') ? <ByPass key="pass" order={order} /> : null,
  ].filter((way) => way !== null);
  if (ways.length === 0) return null;
  return (
    <Card className={styles['stay']} title={intl.formatMessage({ id: 'notify.title' })}>
      <ul className={styles['ways']}>{ways}</ul>
    </Card>
  );
});

interface WayProps {
  icon: ReactNode;
  title: ReactNode;
  hint: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  /** Below the title: a form, or why it did not work. */
  children?: ReactNode;
}

function Way({ icon, title, hint, action, children }: WayProps) {
  return (
    <li className={styles['way']}>
      {icon}
      <div className={styles['words']}>
        <h3>{title}</h3>
        <p className="hint">{hint}</p>
      </div>
      {action && <div>{action}</div>}
      {children && <div className={styles['more']}>{children}</div>}
    </li>
  );
}

/** One address: updates go there, and support uses it. */
const ByMail = observer(({ order: { userEmail } }: { order: Order }) => {
  const { mailSubscription } = useStores(orderGroup);
  const { step, email, form } = mailSubscription;
  const isOn = step === 'on';
  const isOpen = step === 'address' || step === 'code';
  return (
    <Way
      icon={<MailIcon />}
      title={<FormattedMessage id="notify.mail.title" />}
      hint={
        isOn ? (
          <FormattedMessage id="notify.mail.on" values={{ email: <b>{email}</b> }} />
        ) : userEmail && !isOpen ? (
          <FormattedMessage id="order.email.set" values={{ email: <b>{userEmail}</b> }} />
        ) : (
          <FormattedMessage id="notify.mail.why" />
        )
      }
      action={
        isOn ? (
          <Button size="small" busy={form.isPending} onClick={() => void mailSubscription.stop()}>
            <FormattedMessage id="notify.turnOff" />
          </Button>
        ) : (
          !isOpen && (
            <Button size="small" onClick={() => mailSubscription.editAddress()}>
              <FormattedMessage id="notify.turnOn" />
            </Button>
          )
        )
      }
    >
      {isOpen && (
        <Suspense fallback={<div className={styles['form']} aria-busy="true" />}>
          <NotifyMailForm />
        </Suspense>
      )}
      {isOn && form.problem && (
        <p className="hint" role="status">
          <FormattedMessage id={form.problem} />
        </p>
      )}
    </Way>
  );
});

/** The address for support, on a host that sends no updates. */
const Contact = observer(({ order: { userEmail } }: { order: Order }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Way
      icon={<MailIcon />}
      title={<FormattedMessage id="notify.mail.title" />}
      hint={
        userEmail ? (
          <FormattedMessage id="order.email.set" values={{ email: <b>{userEmail}</b> }} />
        ) : (
          <FormattedMessage id="order.email.why" />
        )
      }
      action={
        !userEmail &&
        !isOpen && (
          <Button size="small" onClick={() => setOpen(true)}>
            <FormattedMessage id="order.email.add" />
          </Button>
        )
      }
    >
      {isOpen && !userEmail && (
        <Suspense fallback={<div className={styles['form']} aria-busy="true" />}>
          <EmailForm />
        </Suspense>
      )}
    </Way>
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
  const isOn = isHydrated && notify.isOn;
  return (
    <Way
      icon={<BellIcon />}
      title={<FormattedMessage id="notify.browser.title" />}
      hint={<FormattedMessage id={isOn ? 'notify.browser.isOn' : 'notify.browser.why'} />}
      action={
        <Button
          size="small"
          busy={notify.isRequestingPermission}
          onClick={() => (isOn ? notify.turnOff() : void notify.turnOn(first))}
        >
          <FormattedMessage id={isOn ? 'notify.turnOff' : 'notify.turnOn'} />
        </Button>
      }
    >
      {notify.problem && (
        <p className="hint" role="status">
          <FormattedMessage id={notify.problem} />
        </p>
      )}
    </Way>
  );
});

function ByPass({ order }: { order: Order }) {
  return (
    <Way
      icon={<KeyIcon />}
      title={<FormattedMessage id="pass.title" />}
      hint={<PassNote order={order} />}
      action={<PassButton order={order} />}
    />
  );
}
