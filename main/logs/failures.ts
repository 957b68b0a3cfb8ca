import { app, crashReporter, dialog } from 'electron';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { systemText } from '../texts.ts';
import { errorFields, type Log } from './log.ts';

/** Logs errors that nothing caught, and ended processes. Crash dumps stay on this computer. Call it once, at the start. */
export function logFailures(log: Log): void {
  // The monitor does not change what happens next: the error still ends the start, or Electron shows it.
  process.on('uncaughtExceptionMonitor', (error, origin) => log.error(origin, errorFields(error)));
  process.on('unhandledRejection', (reason) => log.error('unhandledRejection', errorFields(reason)));
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.error('process ended', { type, reason, exitCode });
  });
  crashReporter.start({ uploadToServer: false });
}

/** Tells the customer that the app could not start, then quits. Otherwise the app would keep running without a window. */
export function endFailedStart(error: unknown, { log, name, locale }: { log: Log; name: string; locale: LocaleCode }): void {
  log.error('start failed', errorFields(error));
  const detail = [systemText(locale, 'system.start.failedDetail'), error instanceof Error ? error.message : ''].join('\n\n');
  dialog.showErrorBox(systemText(locale, 'system.start.failed', { app: name }), detail.trim());
  app.exit(1);
}
