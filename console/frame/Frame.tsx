import { observer } from 'mobx-react-lite';
import { useCallback, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Outlet } from 'react-router-dom';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { EmptyState } from '../../renderer/components/feedback/EmptyState.tsx';
import { SkipLink } from '../../renderer/components/shell/SkipLink.tsx';
import { StepUpHost } from '../../renderer/screens/account/proof/StepUpHost.tsx';
import { Notifications } from '../../renderer/screens/shell/Notifications.tsx';
import { RouterLinks } from '../../renderer/screens/shell/RouterLinks.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { Banners } from './Banners.tsx';
import styles from './Frame.module.css';
import { KeyHelp } from './KeyHelp.tsx';
import { Rail } from './Rail.tsx';
import { TopBar } from './TopBar.tsx';
import { useConsoleKeys } from './useConsoleKeys.ts';

/** The frame around every screen of the console. */
export const Frame = observer(() => {
  const { formatMessage } = useIntl();
  const { session, watch, acts } = useStores(consoleGroup);
  const search = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useConsoleKeys({
    onSearch: useCallback(() => {
      search.current?.focus();
      search.current?.select();
    }, []),
    onHelp: useCallback(() => setHelpOpen(true), []),
  });
  const isOver = session.endedBy !== null;
  return (
    <RouterLinks>
      <SkipLink target="content" label={formatMessage({ id: 'shell.skipToContent' })} />
      <TopBar searchRef={search} onHelp={() => setHelpOpen(true)} />
      <Banners />
      <div className={styles['body']}>
        <Rail />
        <main id="content" tabIndex={-1} className={styles['main']}>
          {isOver ? <SessionOver /> : watch.isLocked ? <Locked onProve={() => void watch.refresh()} /> : <Outlet />}
        </main>
      </div>
      {acts.request && <ActDialog />}
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
      <StepUpHost />
      <Notifications />
    </RouterLinks>
  );
});

/** Every other call would be refused, until the operator has proved the second factor again. */
function Locked({ onProve }: { onProve: () => void }) {
  const actions = (
    <Button variant="primary" size="small" onClick={onProve}>
      <FormattedMessage id="console.prove" />
    </Button>
  );
  return (
    <EmptyState title={<FormattedMessage id="console.locked" />} actions={actions}>
      <FormattedMessage id="console.lockedHelp" />
    </EmptyState>
  );
}

function SessionOver() {
  return (
    <EmptyState role="alert" title={<FormattedMessage id="console.sessionOver" />}>
      {/* Another page: the console has no sign-in of its own. */}
      <a href="/">
        <FormattedMessage id="console.toSite" />
      </a>
    </EmptyState>
  );
}
