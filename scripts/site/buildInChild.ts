import { spawn } from 'node:child_process';
import { ENDING_SIGNALS } from './stopOnSignals.ts';

/**
 * Runs a build script in a process of its own, because this process would keep the 400 MB that a build takes. A signal to end this
 * process ends the build. Throws if the build fails; it has printed why.
 */
export async function buildInChild(script: string): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { stdio: 'inherit' });
  const end = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of ENDING_SIGNALS) process.on(signal, end);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('exit', resolve);
  child.once('error', reject);
  const code = await promise;
  for (const signal of ENDING_SIGNALS) process.off(signal, end);
  if (code !== 0) throw new Error(`${script} did not succeed.`);
}
