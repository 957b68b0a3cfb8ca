import { observer } from 'mobx-react-lite';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useStores } from '../../StoresContext.tsx';
import { DialogHost } from '../shell/DialogHost.tsx';
import { NavigationProgress } from '../shell/NavigationProgress.tsx';
import { Notifications } from '../shell/Notifications.tsx';
import { RouterLinks } from '../shell/RouterLinks.tsx';
import { ServiceState } from '../shell/ServiceState.tsx';
import { SandboxStrip } from '../shell/SandboxStrip.tsx';
import { useDocumentTitle } from '../shell/useDocumentTitle.ts';
import { usePageChange } from '../shell/usePageChange.ts';
import { useSession } from '../shell/useSession.ts';
import { useVisit } from '../shell/useVisit.ts';
import { MessengerLinks } from './MessengerLinks.tsx';
import { useShellControls } from './useShellControls.ts';
import styles from './MessengerLayout.module.css';

/** The frame of the mini-app. The messenger draws the header with its title, back and settings, and the buttons of the page. */
export const MessengerLayout = observer(() => {
  const { health } = useStores();
  useDocumentTitle();
  usePageChange();
  useVisit();
  useSession();
  useShellControls();
  return (
    <RouterLinks>
      <NavigationProgress />
      <div className={styles['frame']}>
        {health.isWithoutRealMoney && <SandboxStrip />}
        <ServiceState />
        <main id="content" tabIndex={-1} className={styles['main']}>
          <Outlet />
        </main>
        <MessengerLinks />
      </div>
      <Notifications />
      <DialogHost />
      <ScrollRestoration />
    </RouterLinks>
  );
});
