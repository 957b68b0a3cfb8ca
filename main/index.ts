import { join } from 'node:path';
import { app } from 'electron';
import { appHandlers } from './appHandlers.ts';
import { readConfiguration } from './configuration.ts';
import { broadcast, handleCalls, send } from './ipc.ts';
import { liveHandlers } from './live/liveHandlers.ts';
import { createLiveHub } from './live/liveHub.ts';
import { createWebSocketLive } from './live/webSocketLive.ts';
import { createApi } from './session/api.ts';
import { apiHandlers } from './session/apiHandlers.ts';
import { openVault } from './session/vault.ts';
import { registerAppScheme, serveApp } from './shell/appScheme.ts';
import { guardNavigation, guardPermissions } from './shell/guards.ts';
import { createStorage } from './storage/storage.ts';
import { storageHandlers } from './storage/storageHandlers.ts';
import { createWindows } from './windows/windows.ts';

const configuration = readConfiguration(process.env);

app.enableSandbox();
registerAppScheme();
guardNavigation();
// Electron becomes ready only after this module's evaluation, so a top-level await would wait forever (electron/electron#40719).
void app.whenReady().then(start);

/** Puts the modules together and opens the windows. */
async function start(): Promise<void> {
  guardPermissions();
  serveApp(join(app.getAppPath(), 'out/renderer'));

  const storage = createStorage(join(app.getPath('userData'), 'storage.json'));
  const vault = await openVault({ host: new URL(configuration.apiUrl).host });
  const api = createApi({
    apiUrl: configuration.apiUrl,
    vault,
    onRenewed: () => broadcast('session.renewed', null),
    onSession: (change) => broadcast('session.changed', change),
  });
  const live = createLiveHub(createWebSocketLive(configuration.liveUrl));
  const windows = createWindows({ preload: join(app.getAppPath(), 'out/preload/index.cjs') });

  handleCalls({
    ...appHandlers({ configuration, vault, storage, windows }),
    ...apiHandlers(api),
    ...liveHandlers({ live, send: (window, event) => send(window, 'live.event', event) }),
    ...storageHandlers({ storage, windows }),
  });
  windows.open('/');
}
