import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, nativeTheme, session } from 'electron';
import { appHandlers } from './appHandlers.ts';
import { appName, brand } from './brand.ts';
import { readConfiguration } from './configuration.ts';
import { watchConnectivity } from './connectivity.ts';
import { askWhere, tellFailure, tellUnsaved } from './files/dialogs.ts';
import { createFiles } from './files/files.ts';
import { identifyApp } from './instance/appId.ts';
import { collectRequests } from './instance/incoming.ts';
import { createOpener } from './instance/opener.ts';
import { createLoginItem } from './instance/loginItem.ts';
import { LINK_SCHEME } from './instance/requests.ts';
import { broadcast, handleCalls, send } from './ipc.ts';
import { liveHandlers } from './live/liveHandlers.ts';
import { createLiveHub } from './live/liveHub.ts';
import { createWebSocketLive } from './live/webSocketLive.ts';
import { endFailedStart, logFailures } from './logs/failures.ts';
import { createLogFile } from './logs/log.ts';
import { createAppMenu } from './menu/appMenu.ts';
import { createGlobalShortcut } from './menu/globalShortcut.ts';
import { menuActions } from './menu/menuActions.ts';
import { createNotifications } from './notifications/notifications.ts';
import { createNotices } from './notifications/notices.ts';
import { createApi } from './session/api.ts';
import { apiHandlers } from './session/apiHandlers.ts';
import { createBrowserSignIn } from './session/browserSignIn.ts';
import { openLoopback } from './session/loopback.ts';
import { createVault } from './session/vault.ts';
import { registerAppScheme, serveApp } from './shell/appScheme.ts';
import { openExternal } from './shell/externalLinks.ts';
import { guardNavigation, guardPermissions } from './shell/guards.ts';
import { showContextMenus } from './shell/showContextMenus.ts';
import { storedTheme } from './shell/theme.ts';
import { readJson } from './storage/jsonFile.ts';
import { createStorage } from './storage/storage.ts';
import { createUnsavedReport } from './storage/unsaved.ts';
import { systemLocale } from './texts.ts';
import { createTrading } from './trading/createTrading.ts';
import { createTray } from './tray/tray.ts';
import { startUpdates } from './updates/startUpdates.ts';
import { afterLastWindow } from './windows/lastWindow.ts';
import { createWindows } from './windows/windows.ts';
import { createWindowStates } from './windows/windowStates.ts';

const userFile = (name: string): string => join(app.getPath('userData'), name);
const log = createLogFile(userFile('logs'));
const incoming = collectRequests(app, process.argv, process.cwd());

logFailures(log);
identifyApp(app, process.platform);
app.enableSandbox();
registerAppScheme();
guardNavigation(app, openExternal);
// Electron becomes ready only after this module's evaluation, so a top-level await would wait forever (electron/electron#40719).
if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(fail);
else app.quit();

function fail(error: unknown): void {
  endFailedStart(error, { log, name: brand.name, locale: systemLocale(app.getPreferredSystemLanguages()) });
}

/** Puts the modules together and opens the windows. */
async function start(): Promise<void> {
  // Here, because Electron keeps running after an error of this module's evaluation.
  const configuration = readConfiguration(process.env, readJson(join(app.getAppPath(), 'package.json')));
  const network = session.defaultSession;
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  guardPermissions(session.defaultSession);
  serveApp(join(app.getAppPath(), 'out/renderer'));

  const onUnsaved = createUnsavedReport({ log, tell: () => tellUnsaved(windows.locale()) });
  const storage = createStorage(userFile('storage.json'), onUnsaved);
  nativeTheme.themeSource = storedTheme(storage) ?? 'system';
  const vault = createVault({
    host: new URL(configuration.apiUrl).host,
    isKeyInUse: () => existsSync(userFile('addresses.json')),
    onChange: ({ hasSession }) => {
      broadcast('keychain.changed', vault.keychain);
      trading.onKeychain();
      if (hasSession) broadcast('session.changed', 'begun');
    },
  });
  // Not awaited: it may show a password dialog, and the windows open meanwhile.
  void vault.open();
  const api = createApi({
    apiUrl: configuration.apiUrl,
    vault,
    fetch: (request, options) => network.fetch(request, options),
    onRenewed: () => broadcast('session.renewed', null),
    onSession: (change) => broadcast('session.changed', change),
  });
  const live = createLiveHub(createWebSocketLive(configuration.liveUrl, { resolveProxy: (url) => network.resolveProxy(url) }));
  const windows = createWindows({
    preload: join(app.getAppPath(), 'out/preload/index.cjs'),
    isPackaged: app.isPackaged,
    states: createWindowStates(userFile('windows.json'), onUnsaved),
    log,
    systemLocale: systemLocale(app.getPreferredSystemLanguages()),
    onLocale: (locale) => showMenu(locale),
  });
  showContextMenus({ locale: windows.locale, siteUrl: configuration.apiUrl });
  const browserSignIn = createBrowserSignIn({
    listen: openLoopback,
    onAnswer: () => windows.show(),
    siteUrl: configuration.apiUrl,
    locale: windows.locale,
    openExternal,
    redeem: {
      signIn: (input, options) => api.call('desktopSignIn.exchange', input, options),
      confirm: (input, options) => api.call('desktopSignIn.confirm', input, options),
    },
  });
  const loginItem = createLoginItem({
    app,
    platform: process.platform,
    name: brand.name,
    fileName: appName,
    configuration: app.getPath('appData'),
    environment: process.env,
    commandLine: process.argv,
  });
  const opener = createOpener({ windows, handleLink: browserSignIn.handleLink, log });
  const files = createFiles({ log, version: app.getVersion(), locale: windows.locale, askWhere, tellFailure });
  const updates = await startUpdates({ configuration, windows, log });
  const showMenu = createAppMenu({ app: brand.name, actions: menuActions({ windows, opener, files, updates }) });
  const notifications = createNotifications({ open: windows.show });
  const notices = createNotices({ app: brand.name, notifications, windows });
  const trading = createTrading({
    userFile,
    live,
    api,
    vault,
    broadcast,
    onFired: notices.onFired,
    onStage: notices.onStage,
    onUnsaved,
  });

  handleCalls({
    ...appHandlers({ configuration, vault, storage, windows, loginItem }),
    ...createGlobalShortcut({ storage, action: () => windows.command('newExchange') }),
    ...apiHandlers(api),
    'session.signInByBrowser': browserSignIn.start,
    'session.cancelSignIn': () => browserSignIn.cancel(),
    ...liveHandlers({ live, send: (window, event) => send(window, 'live.event', event) }),
    ...files.handlers,
    ...trading.handlers,
    ...notifications.handlers,
    ...updates.handlers,
  });

  app.on('before-quit', () => {
    windows.keepAll();
    storage.flush();
  });
  app.on('activate', () => windows.show());
  // Without a listener Electron quits after the last window has closed.
  app.on(
    'window-all-closed',
    afterLastWindow({ storage, platform: process.platform, tell: notices.tellRunning, quit: () => app.quit() }),
  );
  watchConnectivity({
    tell: (isOnline) => broadcast('app.connectivity', { isOnline }),
    wake: trading.wake,
    restart: live.restart,
  });
  showMenu(windows.locale());
  // The tray and notifications are enough when the system has started the app.
  if (!loginItem.wasStarted()) windows.restore();
  createTray({
    app: brand.name,
    locale: windows.locale,
    trading,
    api,
    actions: { open: windows.show, newExchange: () => windows.command('newExchange'), quit: () => app.quit() },
  });
  await incoming.handOver(opener);
  log.info('app started', { version: app.getVersion(), platform: process.platform });
}
