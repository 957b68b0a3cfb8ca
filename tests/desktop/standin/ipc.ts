import type { FromPage, ToPage } from './bridge/preload.ts';
import { createCodec } from './bridge/codec.ts';
import { Emitter, guard, type Part } from './guard.ts';

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

export const codec = createCodec();

class IpcMain implements Part<Electron.IpcMain, 'on'> {
  private readonly handlers = new Map<string, Handler>();
  // Channels are the app's own names, so any is allowed.
  private readonly listeners = new Emitter('ipcMain', { includes: () => true } as unknown as string[]);

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }

  on(channel: string, listener: Handler): this {
    this.listeners.on(channel, listener);
    return this;
  }

  /** Runs what a page asked for, and sends the answer to a call back. */
  async receive(message: FromPage & { kind: 'invoke' | 'send' }, event: object, reply: (answer: ToPage) => void): Promise<void> {
    const args = codec.decode(message.args) as unknown[];
    if (message.kind === 'send') {
      this.listeners.emit(message.channel, event, ...args);
      return;
    }
    const { id, channel } = message;
    try {
      const handler = this.handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      reply({ kind: 'answer', id, value: codec.encode(await handler(event as Electron.IpcMainInvokeEvent, ...args)) });
    } catch (error) {
      reply({ kind: 'rejection', id, text: `Error invoking remote method '${channel}': ${String(error)}` });
    }
  }
}

export const ipcMain = guard('ipcMain', new IpcMain());
