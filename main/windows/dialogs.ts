import { dialog, type BrowserWindow } from 'electron';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { systemText } from '../texts.ts';

/** Asks whether to reload a window. Resolves to false after `signal` closed the dialog. */
export async function askToReload(
  window: BrowserWindow,
  question: 'crashed' | 'unresponsive',
  locale: LocaleCode,
  signal: AbortSignal,
): Promise<boolean> {
  const other = question === 'crashed' ? 'system.button.close' : 'system.button.wait';
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: systemText(locale, `system.window.${question}`),
    detail: systemText(locale, `system.window.${question}Detail`),
    buttons: [systemText(locale, other), systemText(locale, 'system.button.reload')],
    defaultId: 1,
    cancelId: 0,
    signal,
  });
  return response === 1;
}

/** Tells the customer that no more windows can be opened. */
export async function tellLimit(window: BrowserWindow, count: number, locale: LocaleCode): Promise<void> {
  await dialog.showMessageBox(window, {
    type: 'info',
    message: systemText(locale, 'system.window.tooMany', { count: String(count) }),
    detail: systemText(locale, 'system.window.tooManyDetail'),
    buttons: [systemText(locale, 'system.button.ok')],
  });
}
