import type { WebContents } from 'electron';
import type { Log } from '../logs/log.ts';

/** A window is reloaded this often within {@link PERIOD_MS} before the customer is asked. */
const RELOADS = 3;
const PERIOD_MS = 60_000;

interface RecoveryOptions {
  log: Log;
  now: () => number;
  /** Shows a dialog. Resolves to true if the customer wants to reload, and to false after `signal` closed the dialog. */
  ask: (question: 'crashed' | 'unresponsive', signal: AbortSignal) => Promise<boolean>;
  /** The customer does not want to reload a window that crashed. */
  close: () => void;
}

type Recoverable = Pick<WebContents, 'on' | 'reload' | 'isDestroyed'>;

/** Reloads the page after its process crashed. The page then shows the same path again, which the window state has. */
export function recoverFromCrashes(contents: Recoverable, { log, now, ask, close }: RecoveryOptions): void {
  let reloads: number[] = [];
  let question: AbortController | null = null;
  const reload = (): void => {
    if (!contents.isDestroyed()) contents.reload();
  };
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    question?.abort();
    if (reason === 'clean-exit') return;
    log.error('window crashed', { reason, exitCode });
    reloads = reloads.filter((time) => time > now() - PERIOD_MS);
    if (reloads.length < RELOADS) {
      reloads.push(now());
      reload();
      return;
    }
    reloads = [];
    void ask('crashed', new AbortController().signal).then((isReload) => (isReload ? reload() : close()));
  });
  contents.on('unresponsive', () => {
    log.error('window unresponsive');
    question?.abort();
    question = new AbortController();
    void ask('unresponsive', question.signal).then((isReload) => isReload && reload());
  });
  contents.on('responsive', () => question?.abort());
}
