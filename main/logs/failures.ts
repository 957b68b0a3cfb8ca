import { app, crashReporter } from 'electron';
import { errorFields, type Log } from './log.ts';

/** Logs errors that nothing caught, and ended processes. Crash dumps stay on this computer. Call it once, at the start. */
export function logFailures(log: Log): void {
  // The monitor does not change what happens next: the error still ends the start, or Electron shows it.
  process.on('uncaughtExceptionMonitor', (error, origin) => log.error(origin, errorFields(error)));
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.error('process ended', { type, reason, exitCode });
  });
  crashReporter.start({ uploadToServer: false });
}
