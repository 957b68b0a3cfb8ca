import type { CallInput, CallName, CallOptions, CallOutput } from '../../contract/api/index.ts';
import { GLOBAL_SHORTCUT_KEY } from '../../contract/desktop/globalShortcut.ts';
import { KEEP_RUNNING_KEY } from '../../contract/desktop/keepRunning.ts';
import { ApiError } from '../../contract/errors.ts';
import type { DesktopBridge, StartInfo } from '../../contract/ipc.ts';
import type { Platform, SessionFacet, Transport } from '../../contract/platform.ts';
import { createStoredCookies } from '../stores/storedCookies.ts';
import { createBridgedLive } from './bridgedLive.ts';
import { createBridgedStorage } from './bridgedStorage.ts';
import { keepForListener } from './keepForListener.ts';

/** The `Platform` of a desktop window: everything that reaches out of the window goes over the bridge. */
export function createDesktopPlatform(bridge: DesktopBridge, info: StartInfo): Platform {
  const { call, on } = bridge;
  const { storage, sessionStorage, onStorageChange } = createBridgedStorage(bridge, info);
  const onCommand = keepForListener(on['app.command']);
  return {
    transport: createBridgedTransport(bridge),
    live: createBridgedLive(bridge),
    session: sessionOf(bridge, info),
    openExternal: (url) => void call['app.openExternal']({ url }),
    appearance: {
      apply: (theme) => {
        if (theme) document.documentElement.dataset['theme'] = theme;
        else delete document.documentElement.dataset['theme'];
        void call['app.setTheme']({ theme });
      },
    },
    copy: (text) => call['clipboard.write']({ text }),
    paste: () => call['clipboard.read'](null),
    saveFile: (file) => void call['files.save'](file),
    addressOf: (path) => info.siteUrl + path,
    storage,
    sessionStorage,
    onStorageChange,
    cookies: createStoredCookies(storage),
    isOnline: () => call['app.isOnline'](null),
    updates: {
      currentBuildId: info.version,
      check: async () => {
        const update = await call['updates.check'](null);
        return update && { buildId: update.version };
      },
      apply: () => void call['updates.apply'](null),
    },
    visibility: {
      isVisible: () => document.visibilityState === 'visible',
      onChange: (listener) => {
        const tell = () => listener(document.visibilityState === 'visible');
        document.addEventListener('visibilitychange', tell);
        return () => document.removeEventListener('visibilitychange', tell);
      },
    },
    onConnectivityChange: (listener) => on['app.connectivity'](({ isOnline }) => listener(isOnline)),
    systemNotifications: {
      permission: () => 'granted',
      ask: () => Promise.resolve('granted'),
      show: (notification) => {
        void call['notifications.show'](notification);
        return true;
      },
    },
    windows: { open: (path) => void call['windows.open']({ path }) },
    requests: {
      onCommand: (listener) => onCommand(({ command }) => listener(command)),
      onFile: keepForListener(on['files.opened']),
    },
    watchList: {
      list: () => call['watch.list'](null),
      save: (pairs) => call['watch.save']({ pairs: [...pairs] }),
      onChange: on['watch.changed'],
    },
    rateAlerts: {
      list: () => call['alerts.list'](null),
      add: async (alert) => void (await call['alerts.add'](alert)),
      remove: (id) => call['alerts.remove']({ id }),
      onChange: on['alerts.changed'],
      onFire: keepForListener(on['alerts.fired']),
    },
    addressBook: {
      list: () => call['addresses.list'](null),
      save: call['addresses.save'],
      remove: (id) => call['addresses.remove']({ id }),
      use: (address) => call['addresses.use']({ address }),
      startOver: () => call['addresses.startOver'](null),
      onChange: on['addresses.changed'],
    },
    runningOrders: {
      follow: (orders) => void call['orders.follow']({ orders: [...orders] }),
      unfollow: (orderIds) => void call['orders.unfollow']({ orderIds: [...orderIds] }),
    },
    browserSignIn: {
      start: (purpose, challengeId) =>
        call['session.signInByBrowser']({ purpose, ...(challengeId !== undefined && { challengeId }) }),
      cancel: () => void call['session.cancelSignIn'](null),
    },
    keepRunning: {
      isOn: () => storage.get(KEEP_RUNNING_KEY) !== 'off',
      set: (isOn) => void (isOn ? storage.remove(KEEP_RUNNING_KEY) : storage.set(KEEP_RUNNING_KEY, 'off')),
    },
    ...(info.startsWithSystem !== null && { startWithSystem: startWithSystemOf(bridge, info.startsWithSystem) }),
    globalShortcut: {
      current: () => storage.get(GLOBAL_SHORTCUT_KEY),
      set: async (shortcut) => {
        const isSet = await call['app.setShortcut']({ shortcut });
        if (isSet && shortcut === null) storage.remove(GLOBAL_SHORTCUT_KEY);
        else if (isSet && shortcut !== null) storage.set(GLOBAL_SHORTCUT_KEY, shortcut);
        return isSet;
      },
    },
    exportLogs: () => call['app.exportLogs'](null),
    about: { version: info.version, hostName: new URL(info.siteUrl).host, modifier: info.modifier },
  };
}

function startWithSystemOf({ call }: DesktopBridge, atStart: boolean): NonNullable<Platform['startWithSystem']> {
  let current = atStart;
  return {
    isOn: () => current,
    set: async (isOn) => void (current = (await call['app.setStartWithSystem']({ isOn })) ?? false),
  };
}

function createBridgedTransport({ call }: DesktopBridge): Transport {
  let last = 0;
  return {
    async call<Name extends CallName>(
      name: Name,
      input: CallInput<Name>,
      { signal, orderToken, idempotencyKey }: CallOptions = {},
    ): Promise<CallOutput<Name>> {
      signal?.throwIfAborted();
      last += 1;
      const number = last;
      const abort = () => void call['api.abort']({ call: number });
      signal?.addEventListener('abort', abort, { once: true });
      const result = await call['api.call']({
        call: number,
        name,
        input: { ...input },
        ...(orderToken !== undefined && { orderToken }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      }).finally(() => signal?.removeEventListener('abort', abort));
      signal?.throwIfAborted();
      if (result.ok) return result.value as CallOutput<Name>;
      const { code, message, details, requestId } = result.error;
      throw new ApiError(code, message, details, requestId);
    },
  };
}

function sessionOf({ call, on }: DesktopBridge, { hasSession, keychain }: StartInfo): SessionFacet {
  let state = keychain;
  // Registered first, so every later listener finds the new state.
  on['keychain.changed']((next) => (state = next));
  return {
    exists: hasSession,
    keychain: {
      state: () => state,
      onChange: (listener) => on['keychain.changed'](() => listener()),
      unlock: () => void call['keychain.open'](null),
    },
    onRenewed: (listener) => on['session.renewed'](() => listener()),
  };
}
