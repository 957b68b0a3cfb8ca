import type { Logger } from './log.ts';

/** Most answers take less than a second. Without a line, a person who starts the host believes after some seconds that it hangs. */
const LONG_MS = 5_000;

/** Returns the result of `work`. If it takes longer than five seconds, logs once that the start waits for `awaited`. */
export async function logLongWait<Value>(work: Promise<Value>, awaited: string, log: Pick<Logger, 'warn'>): Promise<Value> {
  const timer = setTimeout(() => log.warn(`the start waits for ${awaited}`), LONG_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
