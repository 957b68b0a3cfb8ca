import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/buttons/Button.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { intlOf } from '../../i18n/intlOf.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { confirmEmail, type EmailConfirmation } from '../../stores/account/confirmEmail.ts';
import { useStores } from '../../StoresContext.tsx';
import { useHydrated } from '../../useHydrated.ts';
import { usePageTitle } from '../order/usePageTitle.ts';
import styles from '../unsubscribe/unsubscribe.module.css';

export async function load({ locale, page }: AppStores): Promise<null> {
  page.setTitle(intlOf(locale.code, locale.messages).formatMessage({ id: 'confirmEmail.title' }));
  return null;
}

/** `open`: not pressed yet. */
type State = { kind: 'open' | 'busy' } | EmailConfirmation;

/**
 * `/confirm-email#token`, the link of the e-mails that confirm an address. The token is in the fragment, which no server receives.
 * The address is confirmed only on a press of the button, because mail programs open links automatically.
 */
export const Screen = observer(() => {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const token = hash.slice(1);
  // Another token resets the state of the previous one.
  if (token !== '' || !isHydrated) return <Confirm key={token} token={token} />;
  return (
    <Page title="confirmEmail.title">
      <Notice kind="warning">
        <FormattedMessage id="confirmEmail.missing" />
      </Notice>
    </Page>
  );
});

function Page({ title, lead, children }: { title: MessageId; lead?: ReactNode; children: ReactNode }) {
  const { formatMessage } = useIntl();
  const text = formatMessage({ id: title });
  usePageTitle(text);
  return (
    <div className={`page-width ${styles['page'] ?? ''}`}>
      <PageHeading title={text} lead={lead} />
      {children}
    </div>
  );
}

const Confirm = observer(({ token }: { token: string }) => {
  const stores = useStores();
  const { locale } = stores;
  const [state, setState] = useState<State>({ kind: 'open' });
  const confirm = async (): Promise<void> => {
    setState({ kind: 'busy' });
    setState(await confirmEmail(stores, token));
  };
  const toAccount = (
    <LinkButton href={locale.path('/lk')} className={styles['button']}>
      <FormattedMessage id="confirmEmail.toAccount" />
    </LinkButton>
  );
  if (state.kind === 'done') {
    return (
      <Page title="confirmEmail.doneTitle">
        <Notice kind="success" role="status">
          <FormattedMessage id="confirmEmail.done" values={{ email: <strong>{state.email}</strong> }} />
        </Notice>
        {toAccount}
      </Page>
    );
  }
  if (state.kind === 'invalid') {
    return (
      <Page title="confirmEmail.title">
        <Notice kind="warning" role="alert">
          <FormattedMessage id="confirmEmail.invalid" />
        </Notice>
        {toAccount}
      </Page>
    );
  }
  return (
    <Page title="confirmEmail.title" lead={<FormattedMessage id="confirmEmail.lead" />}>
      {state.kind === 'failed' && (
        <Notice kind="warning" role="alert">
          <FormattedMessage id="confirmEmail.failed" />
        </Notice>
      )}
      <Button variant="primary" className={styles['button']} busy={state.kind === 'busy'} onClick={() => void confirm()}>
        <FormattedMessage id="confirmEmail.button" />
      </Button>
    </Page>
  );
});
