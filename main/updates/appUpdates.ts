import type { IpcHandlers } from '../ipc.ts';
import type { Updates } from './updates.ts';

const CHECK_MS = 3_600_000;

export type CheckResult = Awaited<ReturnType<Updates['check']>> | 'off';

interface AppUpdates {
  handlers: Pick<IpcHandlers, 'updates.check' | 'updates.apply'>;
  /** Looks for an update because the customer asked. `off`: this copy does not update itself. */
  check(): Promise<CheckResult>;
  /** Restarts into the update that is ready. */
  apply(): void;
}

/** Looks for updates now and every hour. `updates` is null in a copy that does not update itself. */
export function createAppUpdates(updates: Updates | null): AppUpdates {
  if (updates) {
    void updates.check();
    setInterval(() => void updates.check(), CHECK_MS).unref();
  }
  const apply = (): void => updates?.apply();
  return {
    apply,
    check: async () => (updates ? await updates.check() : 'off'),
    handlers: {
      // A window asks every minute, so this asks no server.
      'updates.check': () => updates?.ready() ?? null,
      'updates.apply': () => {
        apply();
        return null;
      },
    },
  };
}
