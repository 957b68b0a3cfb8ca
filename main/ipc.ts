import { BrowserWindow, ipcMain, type WebContents } from 'electron';
import type { IpcCallName, IpcEventName, IpcEvents } from '../contract/ipc.ts';
import { checkedCall, type IpcHandler } from './checkedCall.ts';

export type IpcHandlers = { [Name in IpcCallName]: IpcHandler<Name> };

/** Answers the calls of windows, after the checks of {@link checkedCall}. */
export function handleCalls(handlers: IpcHandlers): void {
  for (const name of Object.keys(handlers) as IpcCallName[]) handleCall(name, handlers);
}

function handleCall<Name extends IpcCallName>(name: Name, handlers: { [One in Name]: IpcHandler<One> }): void {
  ipcMain.handle(name, checkedCall(name, handlers[name]));
}

/** Sends an event to a window. A window that is closing gets nothing. */
export function send<Name extends IpcEventName>(window: WebContents, name: Name, event: IpcEvents[Name]): void {
  if (!window.isDestroyed()) window.send(name, event);
}

/** Sends an event to all windows, except the one that caused it. */
export function broadcast<Name extends IpcEventName>(name: Name, event: IpcEvents[Name], except?: WebContents): void {
  for (const { webContents } of BrowserWindow.getAllWindows()) if (webContents !== except) send(webContents, name, event);
}
