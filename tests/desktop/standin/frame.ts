import process from 'node:process';
import { guard, type Part } from './guard.ts';
import { originOf } from './schemes.ts';

/** The main frame of a page, as the sender of a message or of a navigation. */
class MainFrame implements Part<Electron.WebFrameMain, 'top' | 'frames'> {
  url = '';
  readonly parent = null;
  readonly frameTreeNodeId = 1;
  readonly routingId = 1;
  readonly processId = process.pid;
  readonly frames = [];

  get origin(): string {
    return originOf(this.url);
  }

  get top(): this {
    return this;
  }

  isDestroyed(): boolean {
    return false;
  }
}

export type { MainFrame };
export const createMainFrame = (): MainFrame => guard('WebFrameMain', new MainFrame());
