import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApiHost, type ApiHost } from './host.ts';

const GUIDE = 'docs/api.md';
const ADDRESS = 'http://127.0.0.1:3000';
const MARK = '@@ output of block ';

interface Block {
  commands: string;
  /** The lines that the guide shows below the commands */
  output: string[];
}

/** The commands of the guide, each with its output. The host runs already. */
function blocksOf(text: string): Block[] {
  const blocks = [...text.matchAll(/```sh\n([^]*?)```(?:\n\n```text\n([^]*?)```)?/g)];
  return blocks
    .map(([, commands = '', output = '']) => ({ commands, output: output.trim().split('\n') }))
    .filter(({ commands }) => commands.trim() !== 'npm start');
}

/** Numbers, addresses and ids differ on every host. */
const withoutValues = (line: string): string => line.replaceAll(/0x[0-9a-f]{40}/gi, 'ADDRESS').replaceAll(/\d+(?:\.\d+)?/g, 'N');

let host: ApiHost;
let url: string;
let folder: string;
beforeAll(async () => {
  host = await startApiHost();
  url = await host.app.listen({ host: '127.0.0.1', port: 0 });
  folder = mkdtempSync(join(tmpdir(), 'causeway-guide-'));
});
afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('has commands that print the output below them', async () => {
  const blocks = blocksOf(readFileSync(GUIDE, 'utf8'));
  expect(blocks.length).toBeGreaterThan(10);
  const script = blocks.map(({ commands }, index) => `echo '${MARK}${index}'\n${commands}\necho`).join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script.replaceAll(ADDRESS, url)], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
  });
  const printed = stdout.split(new RegExp(`${MARK}\\d+\\n`)).slice(1);
  expect(printed).toHaveLength(blocks.length);
  for (const [index, { commands, output }] of blocks.entries()) {
    const lines = (printed[index] ?? '').trim().split('\n').map(withoutValues);
    const documented = output.map(withoutValues);
    // A fast order may pass a state between two messages.
    expect(
      lines.filter((line) => !documented.includes(line)),
      commands,
    ).toEqual([]);
    expect(lines.at(-1), commands).toBe(documented.at(-1));
  }
});
