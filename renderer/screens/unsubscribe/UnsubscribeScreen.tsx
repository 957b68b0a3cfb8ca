import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/buttons/Button.tsx';
import { classNames } from '../../components/classNames.ts';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { intlOf } from '../../i18n/intlOf.ts';
import { unsubscribe } from '../../stores/deviceOrders/orderMails.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { useStores } from '../../StoresContext.tsx';
import { useHydrated } from '../../useHydrated.ts';
import { usePageTitle } from '../order/usePageTitle.ts';
import styles from './unsubscribe.module.css';

export async function load({ locale, page }: AppStores): Promise<null> {
  const intl = intlOf(locale.code, locale.messages);
  page.setTitle(intl.formatMessage({ id: 'unsubscribe.title' }));
  return null;
}

const TEXTS = {
  news: {
    title: 'unsubscribe.title',
    lead: 'unsubscribe.lead',
    button: 'unsubscribe.button',
    done: 'unsubscribe.done',
  },
  codes: {
    title: 'unsubscribe.codes.title',
    lead: 'unsubscribe.codes.lead',
    button: 'unsubscribe.codes.button',
    done: 'unsubscribe.codes.done',
  },
} as const;

const TOKEN = /^#(not-me-)?([A-Za-z0-9_-]{22})$/;

/**
 * `/unsubscribe#token`, the last link of every e-mail. With the prefix `not-me-` the link is from a code e-mail, and the page
 * asks about codes instead of updates. The token is in the fragment, which no server receives. The subscription ends only on
 * a press of the button, because mail programs open links automatically.
 */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const [, notMe, token] = TOKEN.exec(hash) ?? [];
  const question = isHydrated && notMe !== undefined ? 'codes' : 'news';
  const { title, lead } = TEXTS[question];
  usePageTitle(formatMessage({ id: title }));
  return (
    <div className={classNames('page-width', styles['page'])}>
      <PageHeading title={formatMessage({ id: title })} lead={formatMessage({ id: lead })} />
      {isHydrated && token === undefined ? (
        <Notice kind="warning">
          <FormattedMessage id="unsubscribe.missing" />
        </Notice>
      ) : (
        // Another token resets the state of the previous one.
        <End key={token ?? ''} token={token} question={question} />
      )}
    </div>
  );
});

const End = observer(({ token, question }: { token: string | undefined; question: keyof typeof TEXTS }) => {
  const { platform } = useStores();
  const [state, setState] = useState<'open' | 'busy' | 'done' | 'failed'>('open');
  const end = async () => {
    if (token === undefined) return;
    setState('busy');
    try {
      await unsubscribe(platform, token);
      setState('done');
    } catch {
      setState('failed');
    }
  };
  if (state === 'done') {
    return (
      <Notice kind="success" role="status">
        <FormattedMessage id={TEXTS[question].done} />
      </Notice>
    );
  }
  return (
    <>
      {state === 'failed' && (
        <Notice kind="warning" role="alert">
          <FormattedMessage id="notify.mail.failed" />
        </Notice>
      )}
      <Button variant="primary" className={styles['button']} busy={state === 'busy'} onClick={() => void end()}>
        <FormattedMessage id={TEXTS[question].button} />
      </Button>
    </>
  );
});
