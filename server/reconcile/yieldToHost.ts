import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop between two pages: the embedded database shares the host's thread. */
export const yieldToHost = async (): Promise<void> => await setImmediate();
