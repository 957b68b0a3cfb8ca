import { spawn, type ChildProcess } from 'node:child_process';
import { expect, test } from 'vitest';
import { ownEnvironment } from '../support/ownEnvironment.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const COMMAND = [process.execPath, 'scripts/boot.mjs', 'api'];
const isReachable = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Starts a command that starts a host, and returns the host's URL once it is up. */
async function start([program = '', ...words]: string[], variables = {}): Promise<{ process: ChildProcess; url: string }> {
  const started = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...ownEnvironment(), DATA_DIR: temporaryFolder(), API_PORT: '0', LOG_LEVEL: 'warn', ...variables },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  started.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const url = /The API host is at (http:\/\/[\w.:]+);/.exec(said)?.[1];
    if (url !== undefined) resolve(url);
  });
  started.once('exit', () => reject(new Error(`The host did not start:\n${said}`)));
  return { process: started, url: await promise };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('the host ends when its script is killed with %s', async (signal) => {
  const { process, url } = await start(COMMAND);
  expect(await isReachable(url)).toBe(true);
  process.kill(signal);
  await expect.poll(() => isReachable(url)).toBe(false);
});

test('the host ends when npm and its shell are killed, which pass no signal on', async () => {
  // The second command keeps the shell from replacing itself by the first.
  const shell = ['sh', '-c', `${COMMAND.map((word) => `'${word}'`).join(' ')}; true`];
  const { process, url } = await start(shell, { npm_lifecycle_event: 'api' });
  expect(await isReachable(url)).toBe(true);
  process.kill('SIGTERM');
  await expect.poll(() => isReachable(url)).toBe(false);
});
