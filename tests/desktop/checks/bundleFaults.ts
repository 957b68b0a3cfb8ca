import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { ipcInputs } from '../../../contract/schemas/ipc.ts';
import { constantOf, fieldsOf, readScript, type Tree } from './sourceTree.ts';

/** Checks of the built app in a folder (`out/`). Each returns the faults as sentences, none if the build is right. */

/** The whole of Electron that a bridge needs. */
const PRELOAD_MEMBERS = ['contextBridge', 'ipcRenderer'];
/** What ws and keytar do without where it is missing; the packages don't contain it. */
const OPTIONAL_MODULES = ['bufferutil', 'utf-8-validate'];
const WEB_PREFERENCES = { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true };

/** Faults of the preload script: the sandbox runs one CommonJS file, which can require nothing but `electron`. */
export function preloadFaults(folder: string): string[] {
  const files = globSync('**', { cwd: join(folder, 'preload') }).filter((file) => file !== '.');
  if (files.join() !== 'index.cjs') return [`The preload script is not one CommonJS file: ${files.join(', ')}.`];
  const { imports, electronMembers, evaluations, textCalls } = readScript(join(folder, 'preload/index.cjs'));
  const bridged = textCalls.filter(({ property }) => Object.hasOwn(ipcInputs, property));
  return [
    ...imports.filter((name) => name !== 'electron').map((name) => `The preload script requires ${name}.`),
    ...[...electronMembers.values()]
      .filter((member) => !PRELOAD_MEMBERS.includes(member))
      .map((member) => `The preload script uses ${member} of Electron.`),
    ...evaluations.map((name) => `The preload script calls ${name}.`),
    ...textCalls
      .filter(({ property, text }) => property !== text)
      .map(({ property, text }) => `${property} uses the channel ${text}.`),
    ...(bridged.length === Object.keys(ipcInputs).length ? [] : ['The bridge lacks a call of the contract.']),
  ];
}

/** Faults of the main process: it may load only what the packages contain. */
export function mainFaults(folder: string): string[] {
  const scripts = globSync('main/**/*.js', { cwd: folder }).map((file) => join(folder, file));
  if (scripts.length === 0) return ['There is no main process.'];
  return scripts.flatMap((path) =>
    readScript(path)
      .imports.filter((name) => !isPackaged(name, path))
      .map((name) => `The main process requires ${name}, which no package contains.`),
  );
}

function isPackaged(name: string | null, path: string): boolean {
  if (name === null) return false;
  if (name.startsWith('.')) return existsSync(join(dirname(path), name));
  return isBuiltin(name) || ['electron', 'keytar', ...OPTIONAL_MODULES].includes(name);
}

/** Faults of the windows that the sources of the main process create. In the bundle their names are no longer unique. */
export function windowFaults(folder: string): string[] {
  const sources = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] });
  const constructions = sources.flatMap((file) => readScript(join(folder, file)).constructions);
  const windows = constructions.filter(({ name }) => name === 'BrowserWindow');
  return windows.length === 0
    ? ['The main process creates no window.']
    : windows.flatMap(({ argument }) => optionFaults(argument));
}

function optionFaults(options: Tree | null): string[] {
  const preferences = fieldsOf(fieldsOf(options)?.get('webPreferences') ?? null);
  if (!preferences) return ['A window has no webPreferences where it is created.'];
  return [
    ...(preferences.has('preload') ? [] : ['A window has no preload script.']),
    ...Object.entries(WEB_PREFERENCES)
      .filter(([name, value]) => constantOf(preferences.get(name)) !== value)
      .map(([name, value]) => `A window does not set ${name} to ${String(value)}.`),
  ];
}

/** Faults of the window's files: they may load each other only, and no script or style is inside the page. */
export function rendererFaults(folder: string): string[] {
  const renderer = join(folder, 'renderer');
  const html = readFileSync(join(renderer, 'index.html'), 'utf8');
  const addresses = [...html.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, address]) => address ?? '');
  const styles = globSync('**/*.css', { cwd: renderer });
  const loaded = styles.flatMap((file) =>
    [...readFileSync(join(renderer, file), 'utf8').matchAll(/(?:url\(|@import\s*)["']?([^"')]+)/g)].map(
      ([, address]) => address ?? '',
    ),
  );
  const scripts = globSync('**/*.js', { cwd: renderer }).map((file) => ({ file, ...readScript(join(renderer, file)) }));
  return [
    ...[...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>|<style|\son\w+=|\sstyle=/g)].map(
      ([found]) => `The page contains ${found}.`,
    ),
    ...addresses
      .filter((address) => !address.startsWith('/') || !existsSync(join(renderer, address)))
      .map((address) => `The page loads ${address}, which the bundle does not contain.`),
    ...loaded.filter((address) => /^(?:https?:)?\/\//.test(address)).map((address) => `A style loads ${address}.`),
    ...scripts.flatMap(({ file, imports, evaluations }) => [
      ...imports.filter((name) => name !== null && !name.startsWith('.')).map((name) => `${file} imports ${name}.`),
      ...evaluations.map((name) => `${file} calls ${name}, which the policy of the page forbids.`),
    ]),
  ];
}
