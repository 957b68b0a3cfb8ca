import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { ChevronDownIcon } from '../../components/icons/icons.tsx';
import frame from '../../components/layout/SideFrame.module.css';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { useDetailsMenu } from '../../components/shell/useDetailsMenu.ts';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { useStores } from '../../StoresContext.tsx';
import { AccountNavigation, accountPageAt } from './AccountNavigation.tsx';
import styles from './account.module.css';
import { StepUpHost } from './proof/StepUpHost.tsx';

export interface AccountFrameProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Beside the title: the page's action. */
  aside?: ReactNode;
  /** At the end of the bar on phones: the balance. */
  summary?: ReactNode;
  children: ReactNode;
}

/** The frame of every account page: the pages of the account at the side, on phones in a sheet below a bar that names the page. */
export const AccountFrame = observer(({ title, lead, aside, summary, children }: AccountFrameProps) => {
  const { formatMessage } = useIntl();
  const { path } = splitLocale(useLocation().pathname);
  const { session } = useStores();
  const { menu, close } = useDetailsMenu();
  const page = accountPageAt(path);
  const label = formatMessage({ id: 'account.navigation' });
  return (
    <>
      <details ref={menu} className={frame['bar']}>
        <summary className={frame['opener']}>
          {page && <page.Icon />}
          {page && <FormattedMessage id={page.label} />}
          <ChevronDownIcon size="small" />
          {summary && <span className={styles['summary']}>{summary}</span>}
        </summary>
        <nav aria-label={label} className={frame['sheet']}>
          <AccountNavigation path={path} onFollow={close} />
        </nav>
      </details>
      <div className={`page-width ${frame['frame']}`}>
        <nav aria-label={label} className={frame['rail']}>
          <AccountNavigation path={path} />
        </nav>
        <div className={frame['content']}>
          <PageHeading title={title} lead={lead} aside={aside} />
          {session.isSignedIn ? children : <Waiting />}
        </div>
      </div>
      <StepUpHost />
    </>
  );
});

/** In place of the page while the browser renews an expired session (D64). */
function Waiting() {
  const { formatMessage } = useIntl();
  return (
    <div className={styles['waiting']} aria-busy="true" role="status" aria-label={formatMessage({ id: 'shell.loading' })}>
      <Skeleton shape="heading" width="half" />
      <Skeleton width="full" />
      <Skeleton width="long" />
      <Skeleton width="half" />
    </div>
  );
}
