import { BrowserWindow, ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { Compile } from 'typebox/compile';
import type { IpcCallName, IpcEventName, IpcEvents, IpcInput, IpcOutput } from '../contract/ipc.ts';
import { ipcInputs } from '../contract/schemas/ipc.ts';
import { isAppUrl } from './shell/appScheme.ts';

/** Answers a call of a window. Expected failures are values: an error reaches the window as its message alone. */
export type IpcHandler<Name extends IpcCallName> = (
  input: IpcInput<Name>,
  sender: WebContents,
) => IpcOutput<Name> | Promise<IpcOutput<Name>>;
export type IpcHandlers = { [Name in IpcCallName]: IpcHandler<Name> };

/** Answers these calls. Refuses a call from any other frame than the app's own, and one with an argument against its schema. */
export function handleCalls(handlers: Partial<IpcHandlers>): void {
  for (const name of Object.keys(handlers) as IpcCallName[]) handleCall(name, handlers[name] as IpcHandler<IpcCallName>);
}

function handleCall(name: IpcCallName, handler: IpcHandler<IpcCallName>): void {
  const schema = Compile(ipcInputs[name]);
  ipcMain.handle(name, (event: IpcMainInvokeEvent, input: unknown) => {
    const { senderFrame, sender } = event;
    if (!senderFrame || senderFrame !== sender.mainFrame || !isAppUrl(senderFrame.url)) {
      throw new Error('This frame may not call the app.');
    }
    if (!schema.Check(input)) throw new Error(`The argument of ${name} is invalid.`);
    return handler(input, sender);
  });
}

/** Sends an event to a window. A window that is closing gets nothing. */
export function send<Name extends IpcEventName>(window: WebContents, name: Name, event: IpcEvents[Name]): void {
  if (!window.isDestroyed()) window.send(name, event);
}

/** Sends an event to all windows, except the one that caused it. */
export function broadcast<Name extends IpcEventName>(name: Name, event: IpcEvents[Name], except?: WebContents): void {
  for (const { webContents } of BrowserWindow.getAllWindows()) if (webContents !== except) send(webContents, name, event);
}
