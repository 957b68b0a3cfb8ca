/** Runs the app of a folder on the stand-in. Arguments: path of the executable, Electron's switches, the folder, its arguments. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { missing } from './guard.ts';

const ELECTRON = new URL('electron.ts', import.meta.url).href;
const NAMES = new Set(['electron', 'electron/main', 'electron/common']);
const VERSION = 'stand-in';
const EVALUATION_TIMEOUT_MS = 30_000;

registerHooks({
  resolve: (specifier, context, next) =>
    NAMES.has(specifier) ? { url: ELECTRON, format: 'module-typescript', shortCircuit: true } : next(specifier, context),
});

const [, , executable = '', ...args] = process.argv;
const folder = resolve(args.find((argument) => !argument.startsWith('-')) ?? '.');
process.argv = [executable, ...args];
Object.defineProperty(process.versions, 'electron', { value: VERSION, enumerable: true });
Object.defineProperty(process, 'type', { value: 'browser' });
Object.defineProperty(process, 'resourcesPath', {
  get: () => {
    throw missing('process.resourcesPath');
  },
});
const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  main: string;
};

// Playwright calls this when it has attached. No window may open before.
const attached = Promise.withResolvers<void>();
Object.defineProperty(globalThis, '__playwright_run', { value: attached.resolve });
if (!args.some((argument) => argument.startsWith('--inspect'))) attached.resolve();

const { app } = await import('./app.ts');
const { mayOpen } = await import('./contents.ts');
const { startHost } = await import('./host.ts');
app.load(folder, description);
await Promise.race([import(pathToFileURL(join(folder, description.main)).href).catch(keepRunning), neverEnds()]);
// A second instance has quit by now.
if (!app.isExiting) {
  await startHost(join(app.getPath('userData'), 'chromium'), app.getLocale(), mayOpen);
  await attached.promise;
  app.becomeReady();
}

/** Electron shows an error of the main module in a dialog, and keeps running without it ("Don't quit on fatal error"). */
function keepRunning(error: unknown): void {
  console.error('A JavaScript error occurred in the main process', error);
}

/** Electron emits "ready" after the main module's evaluation, so a module that awaits it at its top level stops the start. */
async function neverEnds(): Promise<never> {
  await sleep(EVALUATION_TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`${description.main} does not finish. Does it await app.whenReady() at its top level?`);
}
