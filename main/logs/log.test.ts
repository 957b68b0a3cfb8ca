import { chmodSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { createLogFile, errorFields } from './log.ts';

const newFolder = (): string => join(temporaryFolder(), 'logs');

it('writes one JSON line for each event', () => {
  const log = createLogFile(newFolder(), { now: () => 0 });
  log.info('app started', { version: '1.0.0' });
  log.error('window crashed', { reason: 'oom', exitCode: 5 });
  expect(
    log
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { time: '1970-01-01T00:00:00.000Z', level: 'info', event: 'app started', version: '1.0.0' },
    { time: '1970-01-01T00:00:00.000Z', level: 'error', event: 'window crashed', reason: 'oom', exitCode: 5 },
  ]);
});

it('keeps at most two files of the given size', () => {
  const folder = newFolder();
  const log = createLogFile(folder, { maxBytes: 1_000 });
  for (let count = 0; count < 100; count += 1) log.info('event', { count });
  expect(readdirSync(folder).toSorted()).toEqual(['main.log', 'main.old.log']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(1_200);
  expect(log.text()).toContain('"count":99');
});

it.each([
  ['an access token', `Bearer ${'x'.repeat(43)}`],
  ['a wallet’s address', 'to TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'],
  ['the number of an order', 'GET /order/AbCdEfGhIjKlMnOpQrStUv failed'],
  ['an e-mail address', 'user anna@mail.example is unknown'],
  ['the home folder', `ENOENT ${homedir()}/orders`],
])('leaves out %s', (_what, message) => {
  const log = createLogFile(newFolder());
  log.error('failed', errorFields(new Error(message)));
  for (const part of message.split(/[ /]/).filter((one) => one.length > 19 || one.includes('@')))
    expect(log.text()).not.toContain(part);
  expect(log.text()).not.toContain(homedir());
});

it('loses lines, not the app, when the folder cannot be written', () => {
  const folder = newFolder();
  chmodSync(join(folder, '..'), 0o500);
  const log = createLogFile(join(folder, '..', '\0'));
  expect(() => log.error('failed')).not.toThrow();
  expect(log.text()).toBe('');
});
