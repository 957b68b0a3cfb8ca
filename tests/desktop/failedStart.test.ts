import { expect, it, vi } from 'vitest';
import { endFailedStart } from '../../main/logs/failures.ts';
import { createLogFile } from '../../main/logs/log.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

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
  expect(electron.app.exit.mock.calls).toEqual([[1]]);
  expect(log.text()).toContain('no scheme');
});
