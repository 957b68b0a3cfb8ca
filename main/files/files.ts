import type { SaveDialogOptions, WebContents } from 'electron';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { IpcHandlers } from '../ipc.ts';
import { errorFields, type LogFile } from '../logs/log.ts';
import { replaceFile } from '../storage/replaceFile.ts';
import { systemText } from '../texts.ts';

interface FileOptions {
  log: LogFile;
  /** "1.4.0" */
  version: string;
  locale: () => LocaleCode;
  /** Asks the customer where to save; null if they cancelled. */
  askWhere: (window: WebContents | null, options: SaveDialogOptions) => Promise<string | null>;
  /** Tells the customer that the file was not saved. */
  tellFailure: (window: WebContents | null, locale: LocaleCode) => Promise<void>;
}

export interface Files {
  handlers: Pick<IpcHandlers, 'files.save' | 'app.exportLogs'>;
  /** Saves the log for support. Resolves to false if the customer cancelled or the file could not be written. */
  exportLogs(window: WebContents | null): Promise<boolean>;
}

/** Creates what saves files where the customer wants them. The window never learns the path. */
export function createFiles({ log, version, locale, askWhere, tellFailure }: FileOptions): Files {
  const save = async (window: WebContents | null, options: SaveDialogOptions, text: string): Promise<boolean> => {
    const file = await askWhere(window, options);
    if (file === null) return false;
    try {
      // An order pass is a secret: only this user can read the file.
      replaceFile(file, text);
      return true;
    } catch (error) {
      log.error('file not saved', errorFields(error));
      await tellFailure(window, locale());
      return false;
    }
  };
  const exportLogs = (window: WebContents | null): Promise<boolean> => {
    const filters = [{ name: systemText(locale(), 'system.logs.filter'), extensions: ['txt'] }];
    const head = `version ${version}, ${process.platform} ${process.arch}\n`;
    return save(window, { defaultPath: 'causeway-log.txt', filters }, head + log.text());
  };
  return {
    exportLogs,
    handlers: {
      'files.save': ({ name, text }, window) => save(window, { defaultPath: name }, text),
      'app.exportLogs': (_input, window) => exportLogs(window),
    },
  };
}
