import { errorFields, type Log } from '../logs/log.ts';

interface Dependencies {
  log: Log;
  /** Tells the customer that changes are not stored. */
  tell: () => Promise<void>;
}

/**
 * Returns what to do with the error of a write that failed. It tells the customer the first time only. It logs each message once,
 * because a window stores its draft again and again.
 */
export function createUnsavedReport({ log, tell }: Dependencies): (error: unknown) => void {
  const logged = new Set<unknown>();
  return (error) => {
    const fields = errorFields(error);
    if (logged.has(fields['message'])) return;
    log.error('change not stored', fields);
    if (logged.size === 0) void tell();
    logged.add(fields['message']);
  };
}
