import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { LOCALE_COOKIE, THEME_COOKIE } from '../contract/limits.ts';
import { DEFAULT_LOCALE, isLocaleCode, localizePath, splitLocale, type LocaleCode } from '../contract/paths/locales.ts';
import { MESSENGER_FEATURE } from '../contract/features.ts';
import { isAccountPath } from '../contract/pages.ts';
import { deepLinkPath } from '../contract/paths/deepLinks.ts';
import { inMessenger, MESSENGER_BASE, sitePath } from '../contract/paths/messengerPath.ts';
import type { Platform } from '../contract/platform.ts';
import { createApp } from '../renderer/createApp.tsx';
import { followSession } from '../renderer/stores/followSession.ts';
import { createRoutes } from '../renderer/routes.tsx';
import { messengerShell } from '../renderer/screens/messenger/messengerShell.ts';
import { followTranslator } from './browser/followTranslator.ts';
import { loadMessages } from './browser/loadMessages.ts';
import { connectMessenger } from './messenger/client.ts';
import { readLaunch, type Launch } from './messenger/launch.ts';
import { createMessengerPlatform } from './messenger/messengerPlatform.ts';
import { createSecureTokens } from './messenger/secureTokens.ts';
import type { MessengerStart } from './messenger/messengerStart.ts';
import '../renderer/styles/index.css';
import { ROOT_ELEMENT_ID, SNAPSHOT_ELEMENT_ID } from './pages/renderPage.ts';
import { signInMessenger } from './messenger/signInMessenger.ts';
import { siteRoutes } from './messenger/siteRoutes.ts';

/** Starts the mini-app. No server renders it: what it shows depends on the messenger. */
export async function start(): Promise<void> {
  const root = document.getElementById(ROOT_ELEMENT_ID);
  const text = document.getElementById(SNAPSHOT_ELEMENT_ID)?.textContent;
  if (!root || !text) throw new Error('The page has no root element or data: it was not sent by this host');
  followTranslator();
  const { buildId, origins, signingKeys } = JSON.parse(text) as MessengerStart;
  const launch = readLaunch();
  const client = launch && connectMessenger(launch.version, origins);
  const keeper = createSecureTokens(client);
  const platform = createMessengerPlatform({
    buildId,
    messenger: client && { client, launch },
    keeper,
    onSession: (change) => {
      followSession(stores.session, change);
      if (change === 'signedOut') client?.post('web_app_close');
    },
  });
  const chosen = platform.cookies.get(THEME_COOKIE.name);
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : null;
  if (theme) platform.appearance.apply(theme);
  // From here on the page itself shows that it loads.
  client?.post('web_app_ready');
  client?.post('web_app_expand');
  const path = firstPath(launch, platform);
  history.replaceState(null, '', inMessenger(path));
  const { locale } = splitLocale(path);
  const { getContext, stores, Providers } = createApp({
    platform,
    clock: { now: () => Date.now() },
    locale,
    messages: await loadMessages(locale),
    loadMessages,
    theme,
    buildId,
    signingKeys,
    snapshot: null,
  });
  // The form needs no session, so only the pages of an account wait for it.
  const signingIn = signIn();
  if (isAccountPath(splitLocale(path).path)) await signingIn;
  const routes = siteRoutes(createRoutes({ claimReload: stores.updates.claimReload, ...messengerShell }));
  const router = createBrowserRouter(routes, { getContext, basename: MESSENGER_BASE });
  await untilLoaded(router);
  createRoot(root).render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  stores.start();

  async function signIn(): Promise<void> {
    if (!launch) return;
    if (stores.health.state === 'unknown') await stores.health.check().catch(() => undefined);
    if (!stores.health.hasFeature(MESSENGER_FEATURE)) return;
    await signInMessenger({ transport: platform.transport, keeper, initData: launch.initData, dialogs: stores.dialogs });
  }
}

/** Waits for the code and data of the first page. Until then the page shows what the host sent. */
async function untilLoaded(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** Returns the address on the site that the mini-app begins with: that of the link that opened it, in the customer's language. */
function firstPath(launch: Launch | null, { cookies }: Platform): string {
  const opened = sitePath(location.pathname) + location.search;
  if (launch === null || launch.link === null) return inOwnLanguage(opened, launch, cookies);
  const target = deepLinkPath(launch.link);
  return inOwnLanguage(target ?? opened, launch, cookies);
}

/** An address without a language gets the one that the customer chose here, or else the one of the messenger. */
function inOwnLanguage(path: string, launch: Launch | null, cookies: Platform['cookies']): string {
  if (splitLocale(path).locale !== DEFAULT_LOCALE) return path;
  const known = [cookies.get(LOCALE_COOKIE.name), launch?.language];
  return localizePath(known.find((code): code is LocaleCode => isLocaleCode(code)) ?? DEFAULT_LOCALE, path);
}
