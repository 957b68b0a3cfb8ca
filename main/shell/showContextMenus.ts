import { app, BrowserWindow, clipboard, Menu } from 'electron';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { contextMenuTemplate } from './contextMenu.ts';

/** Shows a menu on a right-click in every page of the app. Electron shows none by itself. */
export function showContextMenus({ locale, siteUrl }: { locale: () => LocaleCode; siteUrl: string }): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_menuEvent, params) => {
      const template = contextMenuTemplate(params, {
        locale: locale(),
        contents,
        siteUrl,
        writeText: (text) => void clipboard.writeText(text),
      });
      const window = BrowserWindow.fromWebContents(contents);
      if (template.length === 0 || !window) return;
      const { frame, menuSourceType: sourceType } = params;
      Menu.buildFromTemplate(template).popup({ window, sourceType, ...(frame && { frame }) });
    });
  });
}
