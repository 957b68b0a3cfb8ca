import { spawn } from 'node:child_process';

export interface Host {
  /** "http://127.0.0.1:40001" */
  origin: string;
  stop(): Promise<void>;
}

/** Starts a script that serves something in a process of its own and prints where; waits until it has said so. */
export async function startHost(script: string, ...parameters: string[]): Promise<Host> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
    void ended.then((code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
