import { setImmediate } from 'node:timers/promises';

/** Lets the host answer between two pages: the embedded database works on the host's own thread. */
export const breathe = async (): Promise<void> => await setImmediate();
