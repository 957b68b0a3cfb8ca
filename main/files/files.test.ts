import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebContents } from 'electron';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { createLogFile } from '../logs/log.ts';
import { createFiles } from './files.ts';

const WINDOW = {} as WebContents;
const PASS = { name: 'order-pass-1.orderpass', text: '{"pass":"x"}', mediaType: 'application/json' };

function setUp(answer: (folder: string) => string | null) {
  const folder = temporaryFolder();
  const log = createLogFile(join(folder, 'logs'));
  const askWhere = vi.fn(() => Promise.resolve(answer(folder)));
  const tellFailure = vi.fn(() => Promise.resolve());
  const { handlers } = createFiles({ log, version: '1.4.0', locale: () => 'en', askWhere, tellFailure });
  return { folder, log, askWhere, tellFailure, handlers };
}

it('saves a file where the customer wants it, readable for this user only', async () => {
  const { folder, askWhere, handlers } = setUp((place) => join(place, 'mine.orderpass'));
  // A file that others could read is replaced.
  writeFileSync(join(folder, 'mine.orderpass'), 'before', { mode: 0o644 });
  expect(await handlers['files.save'](PASS, WINDOW)).toBe(true);
  expect(askWhere).toHaveBeenCalledWith(WINDOW, { defaultPath: PASS.name });
  expect(readFileSync(join(folder, 'mine.orderpass'), 'utf8')).toBe(PASS.text);
  expect(statSync(join(folder, 'mine.orderpass')).mode & 0o077).toBe(0);
});

it('answers false after the customer cancelled', async () => {
  const { handlers, tellFailure } = setUp(() => null);
  expect(await handlers['files.save'](PASS, WINDOW)).toBe(false);
  expect(tellFailure).not.toHaveBeenCalled();
});

it('tells the customer when the file cannot be written', async () => {
  const { log, handlers, tellFailure } = setUp((place) => join(place, 'missing', 'mine.orderpass'));
  expect(await handlers['files.save'](PASS, WINDOW)).toBe(false);
  expect(log.text()).toContain('file not saved');
  expect(tellFailure).toHaveBeenCalledWith(WINDOW, 'en');
});

it('exports the log with the version of the app', async () => {
  const { folder, log, handlers } = setUp((place) => join(place, 'log.txt'));
  log.error('window crashed', { reason: 'oom' });
  expect(await handlers['app.exportLogs'](null, WINDOW)).toBe(true);
  expect(readFileSync(join(folder, 'log.txt'), 'utf8')).toMatch(/^version 1\.4\.0, .*\n.*window crashed/);
});
