import type { SessionChange } from '../../contract/ipc.ts';
import type { Platform } from '../../contract/platform.ts';
import { createStoredCookies } from '../../renderer/stores/storedCookies.ts';
import { createPageServices } from '../browser/pageServices.ts';
import { createAppearance } from './appearance.ts';
import type { MessengerClient } from './client.ts';
import type { Launch } from './launch.ts';
import { createMessengerTransport } from './messengerTransport.ts';
import { createNativeQuestions } from './nativeQuestions.ts';
import { createNativeScanner } from './nativeScanner.ts';
import { askAfterOrder } from './writeAccess.ts';
import type { SecureTokens } from './secureTokens.ts';
import { createShellControls } from './shellControls.ts';

interface Options {
  buildId: string;
  /** Null outside a messenger: the page then has what a browser has. */
  messenger: { client: MessengerClient; launch: Pick<Launch, 'theme' | 'initData' | 'mayWrite'> } | null;
  keeper: SecureTokens;
  /** A call has begun or ended the session. */
  onSession: (change: SessionChange) => void;
}

/** The `Platform` of the mini-app in a messenger. */
export function createMessengerPlatform({ buildId, messenger, keeper, onSession }: Options): Platform {
  const { saveFile, ...services } = createPageServices(buildId);
  const renewed = new Set<() => void>();
  const transport = createMessengerTransport({ keeper, onRenewed: () => renewed.forEach((listener) => listener()), onSession });
  const scanner = messenger && createNativeScanner(messenger.client);
  const questions = messenger && createNativeQuestions(messenger.client);
  return {
    ...services,
    openExternal: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
    },
    ...(messenger && {
      ...createShellControls(messenger.client, messenger.launch.theme),
      appearance: createAppearance(messenger.client, messenger.launch.theme),
    }),
    ...(messenger && messenger.launch.initData !== '' && { initData: messenger.launch.initData }),
    ...(scanner && { qrScanner: scanner }),
    ...(questions && { questions }),
    // The views of the messenger's apps download nothing. In a frame of its web client, the browser does.
    ...((messenger === null || window.parent !== window) && { saveFile }),
    transport: messenger
      ? askAfterOrder(transport, { client: messenger.client, mayWrite: messenger.launch.mayWrite, storage: services.storage })
      : transport,
    session: {
      exists: false,
      onRenewed: (listener) => {
        renewed.add(listener);
        return () => void renewed.delete(listener);
      },
    },
    cookies: createStoredCookies(services.storage),
  };
}
