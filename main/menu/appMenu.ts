import { Menu } from 'electron';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { menuTemplate, type MenuActions } from './menu.ts';

/** Returns the function that shows the menu of the app in a language. */
export function createAppMenu({ app, actions }: { app: string; actions: MenuActions }): (locale: LocaleCode) => void {
  return (locale) =>
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ locale, app, platform: process.platform, actions })));
}
