import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { appFaults } from './checks/appFaults.ts';
import { mainFaults, preloadFaults } from './checks/bundleFaults.ts';

/** Puts faults into copies of the built app: the checks must find each of them, and nothing in the app itself. */

const MAIN = 'out/main/index.js';
const PRELOAD = 'out/preload/index.cjs';

/** Returns a copy of the app. `search` is replaced in `file`, in which it must occur. */
function copyApp(file?: string, search?: RegExp, replacement = ''): string {
  const folder = temporaryFolder();
  cpSync('out', join(folder, 'out'), { recursive: true });
  cpSync('package.json', join(folder, 'package.json'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  if (file === undefined || search === undefined) return folder;
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toMatch(search);
  writeFileSync(join(folder, file), text.replace(search, replacement));
  return folder;
}

async function faultsOf(folder: string): Promise<string[]> {
  const out = join(folder, 'out');
  return [...preloadFaults(out), ...mainFaults(out), ...(await appFaults(folder))];
}

it('finds no fault in the app', async () => {
  expect(await faultsOf(copyApp())).toEqual([]);
});

it.each([
  [
    'pages without a policy',
    MAIN,
    /[`"']content-security-policy[`"']:(?![`"']default-src 'none'[`"'])/,
    '"x-none":',
    ['A script inside the page ran.'],
  ],
  [
    'pages that may go anywhere',
    MAIN,
    /[`"']will-navigate[`"'],\w+=>\w+\(\w+,\w+\.url\)/,
    '"will-navigate",()=>0',
    ['The page left the app.'],
  ],
  [
    'calls from any page',
    MAIN,
    /throw Error\([`"']This frame may not call the app\.[`"']\)/,
    'void 0',
    ['A foreign page called the main process.'],
  ],
  [
    'a preload script that requires node:fs',
    PRELOAD,
    /^/,
    'require("node:fs");',
    ['The preload script requires node:fs.', 'The page has no bridge.'],
  ],
])('finds %s', async (_fault, file, search, replacement, faults) => {
  expect(await faultsOf(copyApp(file, search, replacement))).toEqual(faults);
});

it('finds a window without the sandbox, which does not open', async () => {
  await expect(faultsOf(copyApp(MAIN, /sandbox:!0/, 'sandbox:!1'))).rejects.toThrow();
});
