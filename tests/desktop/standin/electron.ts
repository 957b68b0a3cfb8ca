/** The module "electron" of the stand-in. It exports what the app uses, and nothing else of Electron. */
import { guard } from './guard.ts';
import { Menu as MenuClass, MenuItem as MenuItemClass } from './menu.ts';
import { Notification as NotificationClass, Tray as TrayClass } from './tray.ts';
import { BrowserWindow as BrowserWindowClass } from './windows.ts';

export { app } from './app.ts';
export { webContents } from './contents.ts';
export { ipcMain } from './ipc.ts';
export { protocol, session } from './session.ts';
export { clipboard, crashReporter, dialog, net, powerMonitor, screen, shell } from './system.ts';
export { nativeTheme } from './theme.ts';
export { globalShortcut, nativeImage } from './tray.ts';

export const BrowserWindow = guard('BrowserWindow', BrowserWindowClass);
export const Menu = guard('Menu', MenuClass);
export const MenuItem = guard('MenuItem', MenuItemClass);
export const Notification = guard('Notification', NotificationClass);
export const Tray = guard('Tray', TrayClass);
