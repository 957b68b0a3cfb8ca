import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { SkipLink } from '../../components/shell/SkipLink.tsx';
import { useStores } from '../../StoresContext.tsx';
import { DialogHost } from './DialogHost.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { NavigationProgress } from './NavigationProgress.tsx';
import { Notifications } from './Notifications.tsx';
import { RouterLinks } from './RouterLinks.tsx';
import { ServiceState } from './ServiceState.tsx';
import { SandboxStrip } from './SandboxStrip.tsx';
import { useDocumentTitle } from './useDocumentTitle.ts';
import { usePageChange } from './usePageChange.ts';
import { usePreload } from './usePreload.ts';
import { useSession } from './useSession.ts';
import { useVisit } from './useVisit.ts';

/** The default layout (§2) around every page. */
export const Layout = observer(({ preload }: { preload: (href: string) => void }) => {
  const { formatMessage } = useIntl();
  const { health } = useStores();
  useDocumentTitle();
  usePageChange();
  usePreload(preload);
  useVisit();
  useSession();

  return (
    <RouterLinks>
      <SkipLink target="content" label={formatMessage({ id: 'shell.skipToContent' })} />
      <NavigationProgress />
      {health.isWithoutRealMoney && <SandboxStrip />}
      <Header />
      <ServiceState />
      <main id="content" tabIndex={-1} className={styles['main']}>
        <Outlet />
      </main>
      <Footer />
      <Notifications />
      <DialogHost />
      <ScrollRestoration />
    </RouterLinks>
  );
});
