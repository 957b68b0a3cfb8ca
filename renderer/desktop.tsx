import { reaction } from 'mobx';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import type { DesktopBridge } from '../contract/ipc.ts';
import { createApp } from './createApp.tsx';
import { createDesktopPlatform } from './desktop/desktopPlatform.ts';
import { followSession } from './stores/followSession.ts';
import { keepForListener } from './desktop/keepForListener.ts';
import { keepKnownHost, readKnownHost } from './desktop/knownHost.ts';
import { withTimeout } from '../contract/withTimeout.ts';
import { splitLocale, type LocaleCode } from '../contract/paths/locales.ts';
import type { Messages } from './i18n/messages.ts';
import { createRoutes } from './routes.tsx';
import { deskShell } from './screens/desk/deskShell.ts';
import './styles/index.css';

declare global {
  interface Window {
    /** Set by the preload script. */
    readonly desktop: DesktopBridge;
  }
}

/** How long an answer of the host may take until the window shows its frame, in ms */
const FRAME_MS = 500;
const HEALTH_TIMEOUT_MS = 2_000;

start(window.desktop).catch(reportError);

/** Starts the app of one desktop window. */
async function start(bridge: DesktopBridge): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  const onSession = keepForListener(bridge.on['session.changed']);
  const info = await bridge.call['app.start'](null);
  history.replaceState(null, '', info.path);
  const { locale } = splitLocale(location.pathname);
  const platform = createDesktopPlatform(bridge, info);
  const { getContext, stores, Providers } = createApp({
    platform,
    clock: { now: () => Date.now() },
    locale,
    messages: await loadMessages(locale),
    loadMessages,
    theme: info.theme,
    buildId: info.version,
    snapshot: null,
    knownHost: readKnownHost(platform.storage, info.siteUrl),
  });
  const router = createBrowserRouter(
    createRoutes({ claimReload: stores.updates.claimReload, ...deskShell }).map((route) => ({
      ...route,
      // The frame, which is useful by itself, does not wait until the first page has its data.
      hydrateFallbackElement: route.element,
    })),
    { getContext },
  );
  const show = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): void =>
    void bridge.call['windows.show']({ path: pathname + search + hash });
  router.subscribe(({ location, navigation }) => navigation.state === 'idle' && show(location));
  onSession((change) => followSession(stores.session, change));
  bridge.on['app.navigate'](({ path }) => void router.navigate(path));
  reaction(
    () => stores.health.host,
    (host) => keepKnownHost(platform.storage, info.siteUrl, host),
  );
  // A new host that answers at once decides about the parts above the frame, which would move it.
  await withTimeout(stores.health.check(AbortSignal.timeout(HEALTH_TIMEOUT_MS)), FRAME_MS).catch(() => undefined);
  createRoot(root).render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  stores.start();
}

/** Loads the texts of a language, which the build puts next to the bundle: all of them, because nothing is downloaded. */
async function loadMessages(locale: LocaleCode): Promise<Messages> {
  const answer = await fetch(`/texts/${locale}.json`);
  if (!answer.ok) throw new Error(`Status ${answer.status}`);
  return (await answer.json()) as Messages;
}
