import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { Compile } from 'typebox/compile';
import type { IpcCallName, IpcInput, IpcOutput } from '../contract/ipc.ts';
import { ipcInputs } from '../contract/schemas/ipc.ts';
import { isAppUrl } from './shell/appUrl.ts';

/** Answers a call of a window. Expected failures are values: an error reaches the window as its message alone. */
export type IpcHandler<Name extends IpcCallName> = (
  input: IpcInput<Name>,
  sender: WebContents,
) => IpcOutput<Name> | Promise<IpcOutput<Name>>;

type Event = Pick<IpcMainInvokeEvent, 'senderFrame' | 'sender'>;

/**
 * Returns the function that answers a call. It throws for a call from any other frame than the app's own, and for an argument against
 * the schema of the call.
 */
export function checkedCall<Name extends IpcCallName>(
  name: Name,
  handler: IpcHandler<Name>,
): (event: Event, input: unknown) => IpcOutput<Name> | Promise<IpcOutput<Name>> {
  const schema = Compile(ipcInputs[name]);
  return ({ senderFrame, sender }, input) => {
    if (!senderFrame || senderFrame !== sender.mainFrame || !isAppUrl(senderFrame.url)) {
      throw new Error('This frame may not call the app.');
    }
    if (!schema.Check(input)) throw new Error(`The argument of ${name} is invalid.`);
    return handler(input as IpcInput<Name>, sender);
  };
}
