import type { Logger } from './log.ts';

type Stop = () => void | Promise<void>;

/** A part of a process that runs in the background. */
export interface Part {
  name: string;
  start(): Stop | Promise<Stop>;
}

/**
 * Starts the parts one after the other. Returns a function that stops them in reverse order: a part may use those before it until it
 * has stopped. If a part does not start, stops those before it and throws its error. A part that fails to stop is logged, and the
 * others are stopped.
 */
export async function startParts(parts: readonly Part[], log: Pick<Logger, 'error'>): Promise<() => Promise<void>> {
  const started: { name: string; stop: Stop }[] = [];
  const stopAll = async (): Promise<void> => {
    for (const { name, stop } of started.splice(0).toReversed()) {
      try {
        await stop();
      } catch (error) {
        log.error({ err: error, part: name }, 'a part of the host failed to stop');
      }
    }
  };
  try {
    for (const { name, start } of parts) started.push({ name, stop: await start() });
  } catch (error) {
    await stopAll();
    throw error;
  }
  return stopAll;
}
