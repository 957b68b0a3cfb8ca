import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { DesktopBridge, IpcCallName, IpcEventName, IpcEvents, IpcInput, IpcOutput } from '../contract/ipc.ts';

/** Gives the window its bridge. Each function has one fixed channel; the page never sees `ipcRenderer` or an event object. */

const call =
  <Name extends IpcCallName>(name: Name) =>
  (input: IpcInput<Name>): Promise<IpcOutput<Name>> =>
    ipcRenderer.invoke(name, input) as Promise<IpcOutput<Name>>;

const on =
  <Name extends IpcEventName>(name: Name) =>
  (listener: (event: IpcEvents[Name]) => void): (() => void) => {
    const receive = (_event: IpcRendererEvent, event: IpcEvents[Name]): void => listener(event);
    ipcRenderer.on(name, receive);
    return () => void ipcRenderer.off(name, receive);
  };

contextBridge.exposeInMainWorld('desktop', {
  call: {
    'app.start': call('app.start'),
    'app.openExternal': call('app.openExternal'),
    'app.setTheme': call('app.setTheme'),
    'app.isOnline': call('app.isOnline'),
    'app.setShortcut': call('app.setShortcut'),
    'app.setStartWithSystem': call('app.setStartWithSystem'),
    'app.exportLogs': call('app.exportLogs'),
    'api.call': call('api.call'),
    'api.abort': call('api.abort'),
    'session.signInByBrowser': call('session.signInByBrowser'),
    'session.cancelSignIn': call('session.cancelSignIn'),
    'keychain.open': call('keychain.open'),
    'live.open': call('live.open'),
    'live.send': call('live.send'),
    'live.close': call('live.close'),
    'storage.set': call('storage.set'),
    'clipboard.write': call('clipboard.write'),
    'clipboard.read': call('clipboard.read'),
    'files.save': call('files.save'),
    'notifications.show': call('notifications.show'),
    'windows.open': call('windows.open'),
    'windows.show': call('windows.show'),
    'updates.check': call('updates.check'),
    'updates.apply': call('updates.apply'),
    'watch.list': call('watch.list'),
    'watch.save': call('watch.save'),
    'alerts.list': call('alerts.list'),
    'alerts.add': call('alerts.add'),
    'alerts.remove': call('alerts.remove'),
    'addresses.list': call('addresses.list'),
    'addresses.save': call('addresses.save'),
    'addresses.remove': call('addresses.remove'),
    'addresses.use': call('addresses.use'),
    'addresses.startOver': call('addresses.startOver'),
    'orders.follow': call('orders.follow'),
    'orders.unfollow': call('orders.unfollow'),
  },
  on: {
    'live.event': on('live.event'),
    'session.renewed': on('session.renewed'),
    'session.changed': on('session.changed'),
    'keychain.changed': on('keychain.changed'),
    'storage.changed': on('storage.changed'),
    'app.navigate': on('app.navigate'),
    'app.command': on('app.command'),
    'app.connectivity': on('app.connectivity'),
    'files.opened': on('files.opened'),
    'watch.changed': on('watch.changed'),
    'alerts.changed': on('alerts.changed'),
    'alerts.fired': on('alerts.fired'),
    'addresses.changed': on('addresses.changed'),
    'updates.ready': on('updates.ready'),
  },
} satisfies DesktopBridge);
