import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, type LoaderFunctionArgs } from 'react-router-dom';
import type { FreezeOutput } from '../../../contract/api/accountFreeze.ts';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { classNames } from '../../components/classNames.ts';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { intlOf } from '../../i18n/intlOf.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { freezeAccount, type FreezeFailure } from '../../stores/account/freezeAccount.ts';
import { useStores } from '../../StoresContext.tsx';
import { useHydrated } from '../../useHydrated.ts';
import { LocalTime } from '../order/LocalTime.tsx';
import { usePageTitle } from '../order/usePageTitle.ts';
import styles from '../unsubscribe/unsubscribe.module.css';
import { RestoreAccount } from './RestoreAccount.tsx';

/** Loads the texts of accounts, which other pages do without. */
export async function prepare({ locale }: AppStores): Promise<void> {
  await locale.use(locale.code, 'account');
}

export async function load({ locale, page }: AppStores, { request }: LoaderFunctionArgs): Promise<null> {
  await locale.use(splitLocale(new URL(request.url).pathname).locale, 'account');
  page.setTitle(intlOf(locale.code, locale.messages).formatMessage({ id: 'freeze.title' }));
  return null;
}

/** The second part: the link only stops withdrawals (D80). The host knows it too. */
const TOKEN = /^#([A-Za-z0-9_-]{32})(\.withdrawals)?$/;

/**
 * `/freeze-account#token`, the link of the e-mail about a change (D70). The token is in the fragment, which no server receives. Opening the
 * page changes nothing, because mail programs open links automatically: the button freezes the account, or stops withdrawals.
 */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const [, token, stops] = TOKEN.exec(hash) ?? [];
  // The host renders the page without the fragment.
  const stopsOnly = isHydrated && stops !== undefined;
  const title = stopsOnly ? 'freeze.stopTitle' : 'freeze.title';
  usePageTitle(formatMessage({ id: title }));
  return (
    <div className={classNames('page-width', styles['page'])}>
      <PageHeading title={<FormattedMessage id={title} />} lead={<FormattedMessage id="freeze.lead" />} />
      {isHydrated && token === undefined ? (
        <Notice kind="warning" actions={<ToSupport />}>
          <FormattedMessage id="freeze.missing" />
        </Notice>
      ) : (
        <Freeze key={token ?? ''} token={token ?? ''} stopsOnly={stopsOnly} />
      )}
    </div>
  );
});

const Freeze = observer(({ token, stopsOnly }: { token: string; stopsOnly: boolean }) => {
  const { platform } = useStores();
  const [frozen, setFrozen] = useState<FreezeOutput | null>(null);
  const [failure, setFailure] = useState<FreezeFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const freeze = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const answer = await freezeAccount(platform, token);
    if (typeof answer === 'string') setFailure(answer);
    else setFrozen(answer);
    setBusy(false);
  };
  const problem = failure && (
    <Notice kind="warning" role="alert" {...(failure === 'unknown' && { actions: <ToSupport /> })}>
      <FormattedMessage id={`freeze.${failure}`} />
    </Notice>
  );
  if (frozen) {
    return (
      <>
        {problem}
        <Frozen frozen={frozen} isBusy={isBusy} onAgain={() => void freeze()} />
        {frozen.restore ? (
          <RestoreAccount token={token} frozen={frozen} restore={frozen.restore} />
        ) : (
          <Notice kind="information" actions={<ToSupport />}>
            <FormattedMessage id={frozen.stopsOnly === true ? 'freeze.stopNext' : 'freeze.only'} />
          </Notice>
        )}
      </>
    );
  }
  return (
    <>
      <p>
        <FormattedMessage id={stopsOnly ? 'freeze.stopMeans' : 'freeze.means'} />
      </p>
      {problem}
      {failure !== 'unknown' && (
        <Button variant="danger" size="large" className={styles['button']} busy={isBusy} onClick={() => void freeze()}>
          <FormattedMessage id={stopsOnly ? 'freeze.stopButton' : 'freeze.button'} />
        </Button>
      )}
    </>
  );
});

interface FrozenProps {
  frozen: FreezeOutput;
  isBusy: boolean;
  onAgain: () => void;
}

/** What was done, and what could not be stopped. */
function Frozen({ frozen: { frozenUntil, withdrawalsLeft, stopsOnly = false }, isBusy, onAgain }: FrozenProps) {
  const done = stopsOnly ? 'freeze.stopped' : 'freeze.frozen';
  return (
    <>
      <Notice kind="success" role="status">
        <FormattedMessage id={done} values={{ until: <LocalTime at={frozenUntil} format="dateTime" /> }} />
      </Notice>
      {withdrawalsLeft > 0 && (
        <Notice
          kind="danger"
          role="alert"
          actions={
            <Button size="small" busy={isBusy} onClick={onAgain}>
              <FormattedMessage id="freeze.again" />
            </Button>
          }
        >
          <FormattedMessage id="freeze.left" values={{ count: withdrawalsLeft }} />
        </Notice>
      )}
    </>
  );
}

const ToSupport = observer(() => {
  const { locale } = useStores();
  return (
    <LinkButton size="small" href={locale.path('/support')}>
      <FormattedMessage id="freeze.support" />
    </LinkButton>
  );
});
