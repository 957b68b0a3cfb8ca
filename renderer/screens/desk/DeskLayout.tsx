import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Outlet } from 'react-router-dom';
import { SkipLink } from '../../components/SkipLink.tsx';
import { DialogHost } from '../shell/DialogHost.tsx';
import { NavigationProgress } from '../shell/NavigationProgress.tsx';
import { Notifications } from '../shell/Notifications.tsx';
import { RouterLinks } from '../shell/RouterLinks.tsx';
import { SandboxStrip } from '../shell/SandboxStrip.tsx';
import { useDocumentTitle } from '../shell/useDocumentTitle.ts';
import { usePageChange } from '../shell/usePageChange.ts';
import { usePreload } from '../shell/usePreload.ts';
import { useSession } from '../shell/useSession.ts';
import { useVisit } from '../shell/useVisit.ts';
import { ConnectionBand } from './ConnectionBand.tsx';
import { DeskBar } from './DeskBar.tsx';
import styles from './DeskLayout.module.css';
import { SidePane, type Side } from './SidePane.tsx';
import { DeskTools } from './tools/DeskTools.tsx';
import { StatusLine } from './StatusLine.tsx';
import { useScrollMemory } from './useScrollMemory.ts';

/** The frame of a desktop window: watched pairs, the page, running orders, and a status line. */
export const DeskLayout = observer(({ preload }: { preload: (href: string) => void }) => {
  const { formatMessage } = useIntl();
  const [open, setOpen] = useState<Side | null>(null);
  useDocumentTitle();
  usePageChange();
  usePreload(preload);
  useVisit();
  useSession();
  const page = useScrollMemory();
  const close = (): void => setOpen(null);
  return (
    <RouterLinks>
      <div className={styles['desk']}>
        <DeskTools>
          <div>
            <SkipLink target="content" label={formatMessage({ id: 'shell.skipToContent' })} />
            <NavigationProgress />
            <SandboxStrip />
            <ConnectionBand />
          </div>
          <div className={styles['panes']}>
            <SidePane side="watch" isOpen={open === 'watch'} onClose={close} />
            <div className={styles['middle']}>
              <DeskBar open={open} onOpen={setOpen} />
              <main id="content" ref={page} tabIndex={-1} className={styles['page']}>
                <Outlet />
              </main>
            </div>
            <SidePane side="orders" isOpen={open === 'orders'} onClose={close} />
          </div>
          <StatusLine />
          <Notifications offersUpdate={false} />
          <DialogHost />
        </DeskTools>
      </div>
    </RouterLinks>
  );
});
