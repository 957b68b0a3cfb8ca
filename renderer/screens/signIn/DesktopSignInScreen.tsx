import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, type LoaderFunctionArgs } from 'react-router-dom';
import { accountName } from '../../../contract/accounts/accountData.ts';
import { appNameOf } from '../../../contract/desktop/appName.ts';
import { DESKTOP_CODE_MS, readDesktopSignIn, signedInLink, type DesktopSignInRequest } from '../../../contract/desktop/signIn.ts';
import type { DesktopPurpose } from '../../../contract/api/desktopSignIn.ts';
import { DESKTOP_SIGN_IN_FEATURE } from '../../../contract/features.ts';
import { brand } from '../../brand.ts';
import { Button, buttonClassName } from '../../components/buttons/Button.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { DefinitionList } from '../../components/data/DefinitionList.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { intlOf } from '../../i18n/intlOf.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { splitLocale } from '../../../contract/paths/locales.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { authorizeDesktop, type DesktopAuthorization } from '../../stores/account/authorizeDesktop.ts';
import type { ProofAnswer } from '../../stores/account/ProofStore.ts';
import type { SignInProblem } from '../../stores/account/signInProblem.ts';
import { useStores } from '../../StoresContext.tsx';
import { notFound } from '../notFound.ts';
import { usePageTitle } from '../order/usePageTitle.ts';
import styles from './desktopSignIn.module.css';

/** The dialog that asks for a second factor before the app gets a code (D60). */
const StepUpHost = lazy(async () => ({ default: (await import('../account/proof/StepUpHost.tsx')).StepUpHost }));

/** What the app asks to confirm, when it is a withdrawal */
const DesktopAction = lazy(async () => ({ default: (await import('./DesktopAction.tsx')).DesktopAction }));

/** Loads the texts of accounts, which other pages do without. */
export async function prepare({ locale }: AppStores): Promise<void> {
  await locale.use(locale.code, 'account');
}

export async function load(stores: AppStores, { request }: LoaderFunctionArgs): Promise<null> {
  const { health, locale, page } = stores;
  await locale.use(splitLocale(new URL(request.url).pathname).locale, 'account');
  if (health.state === 'unknown') await health.check();
  if (!health.hasFeature(DESKTOP_SIGN_IN_FEATURE) && health.state !== 'unreachable') throw notFound(request);
  const purpose = readDesktopSignIn(new URL(request.url).search)?.purpose ?? 'signIn';
  page.setTitle(intlOf(locale.code, locale.messages).formatMessage({ id: `desktopSignIn.${purpose}.title` }));
  return null;
}

/** `expired`: whether the app used the link is unknown to the page. `cancelled`: the link says so. */
type State =
  | { kind: 'busy' | 'expired' }
  | { kind: 'cancelled'; link: string }
  | Exclude<DesktopAuthorization, { kind: 'wrong' }>;

/**
 * `/desktop-sign-in?challenge=…&state=…`: the desktop app opened the browser to sign in (RFC 8252), or with `purpose=confirm` to
 * confirm a call. Opening the page changes nothing, because any link can lead here: the button gives the app a code.
 */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { session, stepUp } = useStores();
  const request = readDesktopSignIn(useLocation().search);
  const purpose = request?.purpose ?? 'signIn';
  usePageTitle(formatMessage({ id: `desktopSignIn.${purpose}.title` }));
  return (
    <div className={`page-width ${styles['page'] ?? ''}`}>
      <PageHeading
        title={<FormattedMessage id={`desktopSignIn.${purpose}.title`} />}
        lead={<FormattedMessage id={`desktopSignIn.${purpose}.lead`} />}
      />
      {request === null ? (
        <Notice kind="danger" title={<FormattedMessage id="desktopSignIn.invalidTitle" />}>
          <FormattedMessage id="desktopSignIn.invalid" />
        </Notice>
      ) : session.isSignedIn ? (
        <Consent request={request} />
      ) : session.isUnsettled ? (
        <Waiting />
      ) : (
        <SignInFirst purpose={purpose} />
      )}
      {stepUp.isOpen && (
        <Suspense>
          <StepUpHost />
        </Suspense>
      )}
    </div>
  );
});

/** The website has to know the customer first. The login dialog leaves the customer on this page. */
const SignInFirst = observer(({ purpose }: { purpose: DesktopPurpose }) => {
  const { dialogs } = useStores();
  const ask = useEffectEvent(() => dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath: null } }));
  useEffect(() => ask(), []);
  return (
    <Card className={styles['card']} title={<FormattedMessage id="desktopSignIn.firstTitle" />}>
      <p>
        <FormattedMessage id={`desktopSignIn.${purpose}.first`} />
      </p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath: null } })}>
          <FormattedMessage id="signIn.login.submit" />
        </Button>
      </div>
    </Card>
  );
});

const Consent = observer(({ request }: { request: DesktopSignInRequest }) => {
  const { platform, session } = useStores();
  const [state, setState] = useState<State>({ kind: 'open' });
  const { purpose, challengeId } = request;
  const authorize = async (): Promise<void> => {
    setState({ kind: 'busy' });
    const outcome = await authorizeDesktop(platform, request);
    setState(outcome.kind === 'wrong' ? { kind: 'failed' } : outcome);
  };
  const answer = async (given: ProofAnswer): Promise<SignInProblem | null> => {
    const outcome = await authorizeDesktop(platform, request, given);
    if (outcome.kind === 'wrong') return outcome.problem;
    setState(outcome);
    return null;
  };
  if (state.kind === 'cancelled') {
    return (
      <Opened
        kind="information"
        link={state.link}
        title={`desktopSignIn.${purpose}.cancelledTitle`}
        text={`desktopSignIn.${purpose}.cancelled`}
      />
    );
  }
  if (state.kind === 'code') {
    return (
      <Opened
        kind="success"
        link={state.link}
        title="desktopSignIn.returnTitle"
        text={`desktopSignIn.${purpose}.return`}
        onExpired={() => setState({ kind: 'expired' })}
      />
    );
  }
  return (
    <>
      {state.kind === 'expired' && (
        <Notice kind="information" role="status">
          <FormattedMessage id={`desktopSignIn.${purpose}.expired`} />
        </Notice>
      )}
      {(state.kind === 'failed' || state.kind === 'tooMany') && (
        <Notice kind="warning" role="alert">
          <FormattedMessage id={`desktopSignIn.${purpose}.${state.kind}`} />
        </Notice>
      )}
      <Card className={styles['card']} title={<FormattedMessage id={`desktopSignIn.${purpose}.question`} />}>
        <DefinitionList
          items={[
            {
              id: 'account',
              term: <FormattedMessage id="desktopSignIn.account" />,
              detail: session.account && accountName(session.account),
            },
            {
              id: 'app',
              term: <FormattedMessage id="desktopSignIn.app" />,
              detail: <FormattedMessage id="desktopSignIn.here" />,
            },
          ]}
        />
        <p className="hint">
          <FormattedMessage id={challengeId === undefined ? `desktopSignIn.${purpose}.rights` : 'desktopSignIn.action.rights'} />
        </p>
        <Notice kind="warning" title={<FormattedMessage id="desktopSignIn.onlyYouTitle" />}>
          <FormattedMessage id={`desktopSignIn.${purpose}.onlyYou`} />
        </Notice>
        {challengeId !== undefined && (
          <Suspense>
            <DesktopAction challengeId={challengeId} onSend={answer} />
          </Suspense>
        )}
        <div className={styles['actions']}>
          {challengeId === undefined && (
            <Button variant="primary" size="large" busy={state.kind === 'busy'} onClick={() => void authorize()}>
              <FormattedMessage id={`desktopSignIn.${purpose}.allow`} />
            </Button>
          )}
          <Button
            size="large"
            onClick={() =>
              setState({
                kind: 'cancelled',
                link: signedInLink({ code: null, state: request.state }, request.port, appNameOf(brand.name)),
              })
            }
          >
            <FormattedMessage id="desktopSignIn.cancel" />
          </Button>
          <Button variant="text" size="large" onClick={() => void session.signOut()}>
            <FormattedMessage id="desktopSignIn.otherAccount" />
          </Button>
        </div>
      </Card>
    </>
  );
});

interface OpenedProps {
  kind: 'success' | 'information';
  link: string;
  title: MessageId;
  text: MessageId;
  /** Called when the code of the link works no more. */
  onExpired?: () => void;
}

/** Opens the app with the answer at once, and again on request. */
function Opened({ kind, link, title, text, onExpired }: OpenedProps) {
  const anchor = useRef<HTMLAnchorElement>(null);
  const expire = useEffectEvent(() => onExpired?.());
  useEffect(() => {
    anchor.current?.click();
    const timer = setTimeout(() => expire(), DESKTOP_CODE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notice
      kind={kind}
      role="status"
      title={<FormattedMessage id={title} />}
      actions={
        <a ref={anchor} href={link} className={buttonClassName({})}>
          <FormattedMessage id="desktopSignIn.openAgain" />
        </a>
      }
    >
      <FormattedMessage id={text} />
    </Notice>
  );
}

/** In place of the question while the browser renews an expired session (D64). */
function Waiting() {
  const { formatMessage } = useIntl();
  return (
    <div className={styles['card']} aria-busy="true" role="status" aria-label={formatMessage({ id: 'shell.loading' })}>
      <Skeleton shape="heading" width="half" />
      <Skeleton width="full" />
      <Skeleton width="long" />
    </div>
  );
}
