import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BUILDS } from '../../scripts/builds/stamps.mjs';
import { startApiHost } from '../drills/support/apiHost.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const { inputs, output } = BUILDS.server;

test('an error that a bundled host logs names the lines of the source', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'operator.json'), 'no JSON');
  const host = await startApiHost({ DATA_DIR: folder, LOG_LEVEL: 'error' });
  onTestFinished(async () => void (await host.stop()));
  await expect.poll(() => host.output()).toMatch(/server\/health\/operatorFile\.ts:\d+:\d+/);
});

test('the stamp of the bundle covers every file that went into it', () => {
  const maps = readdirSync(output).filter((name) => name.endsWith('.map'));
  const sources = maps.flatMap((name) => (JSON.parse(readFileSync(join(output, name), 'utf8')) as { sources: string[] }).sources);
  const files = sources.map((source) => relative('.', resolve(output, source))).filter((file) => !file.includes('node_modules/'));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => !inputs.some((input) => file === input || file.startsWith(`${input}/`)))).toEqual([]);
});
