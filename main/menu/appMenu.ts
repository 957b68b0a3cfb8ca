import { globalShortcut, Menu } from 'electron';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Storage } from '../storage/storage.ts';
import { menuTemplate, NEW_EXCHANGE_SHORTCUT, type MenuActions } from './menu.ts';

interface AppMenuOptions {
  app: string;
  storage: Pick<Storage, 'get' | 'set'>;
  actions: Omit<MenuActions, 'setGlobalShortcut'>;
}

/** "off": the customer wants the shortcut in the app's windows only. */
const SHORTCUT_KEY = 'desktop-global-shortcut';

/** Creates the menu of the app and the shortcut of a new exchange. Returns the function that shows the menu in a language. */
export function createAppMenu({ app, storage, actions }: AppMenuOptions): (locale: LocaleCode) => void {
  let isGlobalShortcut = storage.get(SHORTCUT_KEY) !== 'off' && register(() => actions.command('newExchange'));
  const show = (locale: LocaleCode): void => {
    const setGlobalShortcut = (isOn: boolean): void => {
      storage.set(SHORTCUT_KEY, isOn ? null : 'off');
      if (!isOn) globalShortcut.unregister(NEW_EXCHANGE_SHORTCUT);
      isGlobalShortcut = isOn && register(() => actions.command('newExchange'));
      show(locale);
    };
    const template = menuTemplate({
      locale,
      app,
      platform: process.platform,
      isGlobalShortcut,
      actions: { ...actions, setGlobalShortcut },
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  return show;
}

/** Returns false if another program has the shortcut, or the system allows none. The menu's shortcut then works in the app. */
function register(action: () => void): boolean {
  try {
    return globalShortcut.register(NEW_EXCHANGE_SHORTCUT, action);
  } catch {
    return false;
  }
}
