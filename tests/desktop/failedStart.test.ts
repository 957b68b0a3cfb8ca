import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { endFailedStart } from '../../main/logs/failures.ts';
import { createLogFile } from '../../main/logs/log.ts';
import { ownEnvironment } from '../support/ownEnvironment.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { findDesktopHost } from './support/desktopHost.ts';

const electron = vi.hoisted(() => ({
  app: { exit: vi.fn<(code: number) => void>() },
  dialog: { showErrorBox: vi.fn<(title: string, content: string) => void>() },
  crashReporter: {},
}));
vi.mock('electron', () => electron);

it('says that the app could not start, logs why, and ends it', () => {
  const log = createLogFile(temporaryFolder());
  endFailedStart(new Error('no scheme'), { log, name: 'Causeway', locale: 'en' });
  expect(electron.dialog.showErrorBox.mock.calls[0]?.[0]).toBe('Causeway could not start');
  expect(electron.dialog.showErrorBox.mock.calls[0]?.[1]).toMatch(/no scheme$/);
  expect(electron.app.exit.mock.calls).toEqual([[1]]);
  expect(log.text()).toContain('no scheme');
});

it('ends with a dialog and a line in the log when API_URL is wrong', async () => {
  const data = temporaryFolder();
  const child = spawn(findDesktopHost().executablePath, ['--no-sandbox', process.cwd()], {
    env: { ...ownEnvironment(), XDG_CONFIG_HOME: data, LANGUAGE: 'en', API_URL: 'http://exchange.example.org' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(output).toContain('Causeway could not start');
  const [log = ''] = globSync('*/logs/main.log', { cwd: data });
  expect(readFileSync(join(data, log), 'utf8')).toContain('API_URL must be an https address');
});
