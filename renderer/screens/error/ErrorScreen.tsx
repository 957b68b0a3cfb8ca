import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useRouteError } from 'react-router-dom';
import { Button } from '../../components/buttons/Button.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { Late, latePart } from '../../latePart.tsx';
import { useStores } from '../../StoresContext.tsx';
import { unknownPathOf } from '../notFound.ts';
import { describeError, type ShownError } from './describeError.ts';
import styles from './ErrorScreen.module.css';
import { NonWorking } from './NonWorking.tsx';
import { RequestId } from './RequestId.tsx';
import { useLoadAgain } from './useLoadAgain.ts';

/** The form beside a 404 */
const FORM = latePart(async () => (await import('../exchange/UnknownPageForm.tsx')).UnknownPageForm);

/** The error page with its status code (§2). It renders inside the layout, so that the navigation remains. */
export const ErrorScreen = observer(() => {
  const { formatMessage } = useIntl();
  const { health, page } = useStores();
  const shown = describeError(useRouteError());
  const isServiceDown = shown.status === 503 || (shown.status >= 500 && health.message !== null);
  const title = formatMessage({ id: isServiceDown ? 'nonWorking.title' : shown.title });

  useEffect(() => {
    page.setTitle(title);
    return () => page.setTitle(null);
  }, [page, title]);

  return isServiceDown ? <NonWorking requestId={shown.requestId} /> : <Failure {...shown} />;
});

const Failure = observer(({ status, title, detail, requestId }: ShownError) => {
  const { locale } = useStores();
  const { loadAgain, isLoading } = useLoadAgain();
  const isUnknownPage = status === 404;
  const unknownPath = unknownPathOf(detail);
  const failure = (
    <div className={styles['error']}>
      <p className={styles['status']}>{status}</p>
      <h1 tabIndex={-1}>
        <FormattedMessage id={title} />
      </h1>
      {unknownPath !== null && (
        <p className={styles['detail']}>
          <FormattedMessage id="error.unknownPath" values={{ path: unknownPath }} />
        </p>
      )}
      <p>
        <FormattedMessage id={isUnknownPage ? 'error.notFoundHelp' : 'error.failedHelp'} />
      </p>
      <RequestId id={requestId} />
      <p className={styles['ways']}>
        {!isUnknownPage && (
          <Button variant="primary" busy={isLoading} onClick={() => void loadAgain()}>
            <FormattedMessage id="error.tryAgain" />
          </Button>
        )}
        <LinkButton {...(isUnknownPage && { variant: 'primary' })} href={locale.path('/')}>
          <FormattedMessage id="error.toExchange" />
        </LinkButton>
        {isUnknownPage && (
          <LinkButton href={locale.path('/history')}>
            <FormattedMessage id="error.toOrders" />
          </LinkButton>
        )}
        <LinkButton href={locale.path('/support')}>
          <FormattedMessage id="error.toSupport" />
        </LinkButton>
      </p>
    </div>
  );
  return (
    <div className={`page-width ${styles['page']}`}>
      {failure}
      {isUnknownPage && <Late part={FORM} />}
    </div>
  );
});
