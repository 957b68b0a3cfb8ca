import type { CrashReporterStartOptions, Display, MessageBoxOptions, Rectangle } from 'electron';
import { Emitter, guard } from './guard.ts';

/** Dialogs answer at once, as a person who cancels. A test replaces the method to answer otherwise. */
export const dialog = guard('dialog', {
  showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
  showOpenDialog: () => Promise.resolve({ canceled: true, filePaths: [] }),
  showMessageBox: (...args: unknown[]) => {
    const { cancelId = 0, checkboxChecked = false } = args.at(-1) as MessageBoxOptions;
    return Promise.resolve({ response: cancelId, checkboxChecked });
  },
  showErrorBox: (title: string, content: string) => console.error(`${title}\n${content}`),
} satisfies Partial<Electron.Dialog>);

/** Opens nothing. A test replaces the method to see what the app asked for. */
export const shell = guard('shell', {
  openExternal: (_url: string) => Promise.resolve(),
  openPath: (_path: string) => Promise.resolve(''),
  showItemInFolder: (_path: string) => undefined,
} satisfies Partial<Electron.Shell>);

let copied = '';
export const clipboard = guard('clipboard', {
  readText: () => Promise.resolve(copied),
  writeText: (text: string) => {
    copied = text;
    return Promise.resolve();
  },
} satisfies Partial<Electron.Clipboard>);

export const net = guard('net', { isOnline: () => true } satisfies Partial<Electron.Net>);

export const powerMonitor = guard(
  'powerMonitor',
  new Emitter('powerMonitor', ['suspend', 'resume', 'lock-screen', 'unlock-screen']),
);

const bounds: Rectangle = { x: 0, y: 0, width: 1600, height: 1200 };
const display = guard('Display', { id: 1, bounds, workArea: bounds, scaleFactor: 1 } satisfies Partial<Display>);

/** One display, as large as the one that the tests start. */
class Screen extends Emitter {
  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed']);
  }

  getAllDisplays() {
    return [display];
  }

  getPrimaryDisplay() {
    return display;
  }

  getDisplayMatching(_rectangle: Rectangle) {
    return display;
  }
}
export const screen = guard('screen', new Screen());

let uploads = false;
/** Writes no dumps. */
export const crashReporter = guard('crashReporter', {
  start: (options: CrashReporterStartOptions) => {
    uploads = options.uploadToServer ?? true;
  },
  getUploadToServer: () => uploads,
} satisfies Partial<Electron.CrashReporter>);
