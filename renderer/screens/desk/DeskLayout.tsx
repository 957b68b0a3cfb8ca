import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useOutlet } from 'react-router-dom';
import { useStores } from '../../StoresContext.tsx';
import { SkipLink } from '../../components/shell/SkipLink.tsx';
import { AddressExtra } from '../exchange/delivery/AddressExtra.ts';
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
import { DeskBar } from './DeskBar.tsx';
import styles from './DeskLayout.module.css';
import { FirstPage } from './FirstPage.tsx';
import { SidePane, type Side } from './SidePane.tsx';
import { useShortcuts } from './tools/useShortcuts.ts';
import { useLaterPart } from './useLaterPart.ts';
import { useScrollMemory } from './useScrollMemory.ts';

const loadBand = async () => (await import('./ConnectionBand.tsx')).ConnectionBand;
const loadAddressButton = async () => (await import('./tools/addresses/BookButton.tsx')).BookButton;
const loadTools = async () => (await import('./tools/DeskTools.tsx')).DeskTools;
const loadStatus = async () => (await import('./StatusLine.tsx')).StatusLine;

/** The frame of a desktop window: watched pairs, the page, running orders, and a status line. */
export const DeskLayout = observer(({ preload }: { preload: (href: string) => void }) => {
  const { formatMessage } = useIntl();
  const { platform, health } = useStores();
  const { key } = useLocation();
  // A pane that covers the page closes when another page opens.
  const [opened, setOpened] = useState<{ side: Side | null; key: string } | null>(null);
  const open = opened?.key === key ? opened.side : null;
  const setOpen = (side: Side | null): void => setOpened({ side, key });
  useDocumentTitle();
  usePageChange();
  usePreload(preload);
  useVisit();
  useSession();
  useShortcuts();
  const Band = useLaterPart(loadBand);
  const AddressButton = useLaterPart(loadAddressButton);
  const Tools = useLaterPart(loadTools);
  const Status = useLaterPart(loadStatus);
  const scroller = useScrollMemory();
  /** Null until the first page has its data. */
  const page = useOutlet();
  const close = (): void => setOpen(null);
  return (
    <RouterLinks>
      <AddressExtra value={platform.addressBook ? AddressButton : null}>
        <div className={styles['desk']}>
          <div>
            <SkipLink target="content" label={formatMessage({ id: 'shell.skipToContent' })} />
            <NavigationProgress />
            {health.isWithoutRealMoney && <SandboxStrip />}
            <div role="status">{Band && <Band />}</div>
          </div>
          <div className={styles['panes']}>
            <SidePane side="watch" isOpen={open === 'watch'} onClose={close} />
            <div className={styles['middle']}>
              <DeskBar open={open} onOpen={setOpen} />
              <main id="content" ref={scroller} tabIndex={-1} className={styles['page']}>
                {page ?? <FirstPage />}
              </main>
            </div>
            <SidePane side="orders" isOpen={open === 'orders'} onClose={close} />
          </div>
          <footer className={styles['status']}>{Status && <Status />}</footer>
          <Notifications offersUpdate={false} />
          <DialogHost />
          {Tools && <Tools />}
        </div>
      </AddressExtra>
    </RouterLinks>
  );
});
