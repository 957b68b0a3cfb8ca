import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { Button } from '../../components/buttons/Button.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import { SignInStore, type SignInView } from '../../stores/account/SignInStore.ts';
import type { Dialogs } from '../../stores/DialogStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { LoginForm } from './LoginForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { RestoreForm } from './RestoreForm.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import styles from './signIn.module.css';

const TITLES: Readonly<Record<SignInView, MessageId>> = {
  login: 'signIn.login.title',
  secondStep: 'signIn.second.title',
  register: 'signIn.register.title',
  registered: 'signIn.registered.title',
  restore: 'signIn.restore.title',
  newPassword: 'signIn.newPassword.title',
};

/** Login, register, restore and new password switch one another (§4). Afterwards the customer is where they wanted to go (D14). */
export const SignInDialog = observer(({ data }: { data: Dialogs['signIn'] }) => {
  const { formatMessage } = useIntl();
  const { platform, clock, session, referral, locale, dialogs } = useStores();
  const { view: firstView, secondFactor, onSignedIn, isForCard = false } = data;
  const [store] = useState(
    () => new SignInStore({ platform, clock, session, referral, locale, view: firstView, secondFactor, onSignedIn }),
  );
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { view } = store;
  const content = useRef<HTMLDivElement>(null);

  const finish = useEffectEvent(() => {
    dialogs.close();
    // The loaders of this page have run for a guest.
    if (data.wantedPath === null) void revalidate();
    else void navigate(locale.path(data.wantedPath), { replace: true });
  });
  const isSignedIn = store.isForOtherAccount ? store.hasSignedIn : session.isSignedIn;
  // After a registration the dialog first says that a mail was sent.
  const isDone = isSignedIn && !session.isInSessionRegistration;
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);

  // The dialog itself focuses the first field when it opens.
  const shown = useRef(view);
  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [view]);

  return (
    <Dialog
      title={formatMessage({ id: TITLES[view] })}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={view === 'registered' ? finish : dialogs.close}
    >
      <div ref={content} className={styles['form']}>
        {isForCard && (view === 'login' || view === 'register') && (
          <p className={styles['lead']}>
            <FormattedMessage id="signIn.forCard" />
          </p>
        )}
        {view === 'login' && <LoginForm store={store} />}
        {view === 'secondStep' && <SecondStepForm store={store} />}
        {view === 'register' && <RegisterForm store={store} />}
        {view === 'registered' && <Registered email={store.email} isForCard={isForCard} onContinue={finish} />}
        {view === 'restore' && <RestoreForm store={store} />}
        {view === 'newPassword' && <NewPasswordForm store={store} />}
      </div>
    </Dialog>
  );
});

function Registered({ email, isForCard, onContinue }: { email: string; isForCard: boolean; onContinue: () => void }) {
  return (
    <div className={styles['form']}>
      <p>
        <FormattedMessage id="signIn.registered.text" values={{ email: <strong>{email}</strong> }} />
      </p>
      <p className={styles['lead']}>
        <FormattedMessage id={isForCard ? 'signIn.registered.forCard' : 'signIn.registered.why'} />
      </p>
      <p className={styles['lead']}>
        <FormattedMessage id="signIn.registered.advice" />
      </p>
      <Button data-autofocus variant="primary" size="large" wide onClick={onContinue}>
        <FormattedMessage id="signIn.registered.continue" />
      </Button>
    </div>
  );
}
