import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownEnvironment } from '../tests/support/ownEnvironment.ts';
import { median, repeat, spread, type Bench, type Figure } from './measure.ts';

/** From the second `npm start` on the same data to the first page: what an operator waits for after each restart. */
export async function measureStarting({ exchange, runs }: Bench): Promise<Figure[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  try {
    const start = () => startUntilPage(dataDirectory, new URL(exchange).pathname);
    // Creates the database and fills Node's cache of compiled code.
    await start();
    const samples = await repeat(runs, start);
    return [
      {
        name: 'second npm start to the first page',
        unit: 'ms',
        ours: median(samples),
        floor: null,
        target: null,
        note: spread(samples),
      },
    ];
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Returns the milliseconds until the page has been read, and stops the site. */
async function startUntilPage(dataDirectory: string, path: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/boot.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...ownEnvironment(), PORT: '0', DATA_DIR: dataDirectory },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const found = /http:\/\/[\w.:[\]]+/.exec(text)?.[0];
        if (found !== undefined) resolve(found);
      });
      void ended.then(() => reject(new Error(`The site did not start:\n${text}`)));
    });
    const answer = await fetch(origin + path);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answers with status ${answer.status}`);
    return performance.now() - began;
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}
