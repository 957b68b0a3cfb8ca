import { BrowserWindow, dialog, type SaveDialogOptions, type WebContents } from 'electron';
import { ORDER_PASS_EXTENSION } from '../../contract/desktop/orderPassFile.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { systemText } from '../texts.ts';

/** Asks where to save a file; null if the customer cancelled. */
export async function askWhere(contents: WebContents | null, options: SaveDialogOptions): Promise<string | null> {
  const window = contents && BrowserWindow.fromWebContents(contents);
  const { canceled, filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
  return canceled || filePath === '' ? null : filePath;
}

/** Tells the customer that a file could not be saved. */
export async function tellFailure(contents: WebContents | null, locale: LocaleCode): Promise<void> {
  const window = contents && BrowserWindow.fromWebContents(contents);
  const options = {
    type: 'error' as const,
    message: systemText(locale, 'system.file.notSaved'),
    detail: systemText(locale, 'system.file.notSavedDetail'),
    buttons: [systemText(locale, 'system.button.ok')],
  };
  await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
}

/** Tells the customer that changes of the app's own files can't be stored. */
export async function tellUnsaved(locale: LocaleCode): Promise<void> {
  await dialog.showMessageBox({
    type: 'error',
    message: systemText(locale, 'system.unsaved'),
    detail: systemText(locale, 'system.unsavedDetail'),
    buttons: [systemText(locale, 'system.button.ok')],
  });
}

/** Asks for an order pass; no file if the customer cancelled. */
export async function askForPass(contents: WebContents | null, locale: LocaleCode): Promise<string[]> {
  const window = contents && BrowserWindow.fromWebContents(contents);
  const extensions = [ORDER_PASS_EXTENSION.slice(1), 'json'];
  const filters = [{ name: systemText(locale, 'system.pass.filter'), extensions }];
  const options = { filters, properties: ['openFile' as const] };
  const { canceled, filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return canceled ? [] : filePaths;
}
