import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { vi } from 'vitest';
import { readDesktopSignIn, signedInLink } from '../../contract/desktop/signIn.ts';
import type { DesktopBridge } from '../../contract/ipc.ts';
import { appHandlers } from '../../main/appHandlers.ts';
import { readConfiguration } from '../../main/configuration.ts';
import { createFiles } from '../../main/files/files.ts';
import { broadcast, handleCalls, send } from '../../main/ipc.ts';
import { liveHandlers } from '../../main/live/liveHandlers.ts';
import { createLiveHub } from '../../main/live/liveHub.ts';
import { createWebSocketLive } from '../../main/live/webSocketLive.ts';
import { createLogFile } from '../../main/logs/log.ts';
import { createNotifications } from '../../main/notifications/notifications.ts';
import { createApi } from '../../main/session/api.ts';
import { apiHandlers } from '../../main/session/apiHandlers.ts';
import { createBrowserSignIn } from '../../main/session/browserSignIn.ts';
import { createVault } from '../../main/session/vault.ts';
import { openExternal } from '../../main/shell/externalLinks.ts';
import { createStorage } from '../../main/storage/storage.ts';
import { createTrading } from '../../main/trading/createTrading.ts';
import { createAppUpdates } from '../../main/updates/appUpdates.ts';
import type { Windows } from '../../main/windows/windows.ts';
import { createDesktopPlatform } from '../../renderer/desktop/desktopPlatform.ts';
import { describePlatform } from '../conformance/platform.ts';
import type { PlatformUnderTest } from '../conformance/platformUnderTest.ts';
import { startScriptedHost } from '../support/scriptedHost.ts';

/** Vitest's own second is too short on a busy machine. */
const WAIT = { timeout: 180_000 };

const TOKENS = { accessToken: 'a'.repeat(43), refreshToken: 'b'.repeat(43) };

const electron = await vi.hoisted(async () => (await import('./support/inMemoryElectron.ts')).createInMemoryElectron());
vi.mock('electron', () => electron.module);

describePlatform('the platform of a desktop window', open);

/** The page's platform over the real preload script and the real handlers of the main process. Only Electron is replaced. */
async function open(): Promise<PlatformUnderTest> {
  electron.reset();
  const host = await startScriptedHost();
  const folder = await mkdtemp(join(tmpdir(), 'causeway-platform-'));
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const written: string[] = [];

  const configuration = readConfiguration({ API_URL: host.url }, null);
  const vault = createVault({ host: 'test', load: () => Promise.reject(new Error('no keychain')) });
  const api = createApi({
    apiUrl: host.url,
    vault,
    fetch,
    onRenewed: () => broadcast('session.renewed', null),
    onSession: (change) => broadcast('session.changed', change),
  });
  const live = createLiveHub(createWebSocketLive(configuration.liveUrl));
  const storage = createStorage(join(folder, 'storage.json'));
  const windows: Pick<Windows, 'begin' | 'store'> = { begin: () => ({ path: '/', sessionStorage: {} }), store: () => undefined };
  const files = createFiles({
    log: createLogFile(folder),
    version: '1.0.0',
    locale: () => 'en',
    askWhere: (_window, { defaultPath }) => Promise.resolve(join(folder, defaultPath ?? '')),
    tellFailure: () => Promise.resolve(),
  });
  const browserSignIn = createBrowserSignIn({
    siteUrl: host.url,
    locale: () => 'en',
    openExternal,
    redeem: {
      signIn: (input, options) => api.call('desktopSignIn.exchange', input, options),
      confirm: (input, options) => api.call('desktopSignIn.confirm', input, options),
    },
  });
  const trading = createTrading({
    userFile: (name) => join(folder, name),
    live,
    // The host counts what the page calls, so the tools call nothing.
    api: { call: () => new Promise(() => undefined) },
    vault,
    broadcast,
    onFired: () => undefined,
    onStage: () => undefined,
    onUnsaved: () => undefined,
  });
  /** How many of the opened pages the customer has answered */
  let answered = 0;
  handleCalls({
    'session.signInByBrowser': browserSignIn.start,
    'session.cancelSignIn': () => browserSignIn.cancel(),
    ...appHandlers({
      configuration,
      vault,
      storage,
      windows: windows as Windows,
      loginItem: { isOn: () => null, set: () => null },
    }),
    'app.setShortcut': () => true,
    ...apiHandlers(api),
    ...liveHandlers({ live, send: (window, event) => send(window, 'live.event', event) }),
    ...files.handlers,
    'files.save': (input, window) => {
      written.push(join(folder, input.name));
      return files.handlers['files.save'](input, window);
    },
    ...trading.handlers,
    ...createNotifications({ open: () => undefined }).handlers,
    ...createAppUpdates({ updates: null, tell: () => Promise.resolve(false) }).handlers,
  });
  await import('../../preload/index.ts');
  const bridge = electron.exposed['desktop'] as DesktopBridge;

  return {
    platform: createDesktopPlatform(bridge, await bridge.call['app.start'](null)),
    host,
    storeElsewhere: async (key, value) => {
      await electron.invokeFromSecondWindow('storage.set', { area: 'local', key, value });
    },
    setVisible: (isVisible) => {
      page.visibilityState = isVisible ? 'visible' : 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
    setOnline: (isOnline) => broadcast('app.connectivity', { isOnline }),
    denyClipboard: electron.denyClipboard,
    saved: () =>
      vi.waitFor(
        () => Promise.all(written.map(async (file) => ({ name: basename(file), text: await readFile(file, 'utf8') }))),
        WAIT,
      ),
    opened: () => vi.waitUntil(() => electron.opened.length > 0, WAIT).then(() => electron.opened),
    answerInBrowser: async (answer) => {
      host.reply('desktopSignIn.exchange', { output: { userId: 7, tokens: TOKENS } });
      await vi.waitUntil(() => electron.opened.length > answered, WAIT);
      answered = electron.opened.length;
      const { state = '' } = readDesktopSignIn(new URL(electron.opened.at(-1) ?? '').search) ?? {};
      browserSignIn.handleLink(signedInLink({ code: answer === 'agree' ? 'k'.repeat(43) : null, state }, null, 'causeway'));
    },
    close: async () => {
      vi.unstubAllGlobals();
      live.restart();
      await host.close();
      // A write that waits would put its file into the folder while it is being removed.
      storage.flush();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
