/** The module "electron" of the stand-in. It exports what the app uses, and nothing else of Electron. */
export { app } from './app.ts';
export { webContents } from './contents.ts';
export { ipcMain } from './ipc.ts';
export { Menu, MenuItem } from './menu.ts';
export { protocol, session } from './session.ts';
export { clipboard, crashReporter, dialog, net, powerMonitor, screen, shell } from './system.ts';
export { nativeTheme } from './theme.ts';
export { globalShortcut, nativeImage, Notification, Tray } from './tray.ts';
export { BrowserWindow } from './windows.ts';
