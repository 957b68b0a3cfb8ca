import type { IpcHandlers } from '../ipc.ts';
import type { Updates } from './updates.ts';

const CHECK_MS = 3_600_000;

/** `off`: this copy does not update itself. */
export type CheckResult = Awaited<ReturnType<Updates['check']>> | 'off';

export interface AppUpdates {
  handlers: Pick<IpcHandlers, 'updates.check' | 'updates.apply'>;
  /** Looks for an update because the customer asked, tells the result, and restarts if they want it. */
  checkAndTell(): Promise<void>;
}

interface AppUpdatesOptions {
  /** Null in a copy that does not update itself */
  updates: Updates | null;
  /** Tells the customer the result of a check. Resolves to true if they want to restart into the update. */
  tell: (result: CheckResult) => Promise<boolean>;
}

/** Looks for updates now and every hour. */
export function createAppUpdates({ updates, tell }: AppUpdatesOptions): AppUpdates {
  if (updates) {
    void updates.check();
    setInterval(() => void updates.check(), CHECK_MS).unref();
  }
  const apply = (): void => updates?.apply();
  return {
    checkAndTell: async () => {
      if (await tell(updates ? await updates.check() : 'off')) apply();
    },
    handlers: {
      // A window asks every minute, so this asks no server.
      'updates.check': () => updates?.ready() ?? null,
      'updates.apply': () => apply(),
    },
  };
}
