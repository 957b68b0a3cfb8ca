import type { MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '../../contract/ipc.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { systemText, type SystemTextId } from '../texts.ts';

export interface MenuActions {
  /** Carried out by the window in front. */
  command(command: AppCommand): void;
  newWindow(): void;
  openPass(): void;
  exportLogs(): void;
  /** Path of a page, without the prefix of the language. */
  show(path: string): void;
  checkForUpdates(): void;
}

interface MenuOptions {
  locale: LocaleCode;
  /** Name of the app */
  app: string;
  platform: NodeJS.Platform;
  actions: MenuActions;
}

/** The shortcut of a new exchange in the app's windows */
export const NEW_EXCHANGE_SHORTCUT = 'CommandOrControl+Shift+E';

type Item = MenuItemConstructorOptions;

/** Returns the menu of the app. Roles do their work by themselves, in the window in front. */
export function menuTemplate({ locale, app, platform, actions }: MenuOptions): Item[] {
  const isMac = platform === 'darwin';
  const label = (id: SystemTextId): string => systemText(locale, id, { app });
  const role = (name: Item['role'], id: SystemTextId): Item => ({ ...(name && { role: name }), label: label(id) });
  const item = (id: string, text: SystemTextId, click: () => void, accelerator?: string): Item => ({
    id,
    label: label(text),
    click,
    ...(accelerator !== undefined && { accelerator }),
  });
  const command = (name: AppCommand, text: SystemTextId, accelerator?: string): Item =>
    item(name, text, () => actions.command(name), accelerator);
  const line: Item = { type: 'separator' };

  const preferences = command('preferences', 'system.menu.preferences', 'CommandOrControl+,');
  const about = role('about', 'system.menu.about');
  const quit = role('quit', 'system.menu.quit');
  const updates = item('checkForUpdates', 'system.menu.checkForUpdates', () => actions.checkForUpdates());
  const newExchange = command('newExchange', 'system.menu.newExchange', NEW_EXCHANGE_SHORTCUT);

  const file: Item[] = [
    newExchange,
    item('newWindow', 'system.menu.newWindow', () => actions.newWindow(), 'CommandOrControl+N'),
    item('openPass', 'system.menu.openPass', () => actions.openPass(), 'CommandOrControl+O'),
    line,
    command('palette', 'system.menu.palette', 'CommandOrControl+K'),
    command('addressBook', 'system.menu.addressBook', 'CommandOrControl+B'),
    command('alerts', 'system.menu.alerts'),
    line,
    item('exportLogs', 'system.menu.exportLogs', () => actions.exportLogs()),
    ...(isMac ? [] : [preferences]),
    line,
    role('close', 'system.menu.closeWindow'),
    ...(isMac ? [] : [quit]),
  ];
  const application: Item = {
    id: 'app',
    label: app,
    submenu: [
      about,
      updates,
      line,
      preferences,
      line,
      role('services', 'system.menu.services'),
      line,
      role('hide', 'system.menu.hide'),
      role('hideOthers', 'system.menu.hideOthers'),
      role('unhide', 'system.menu.unhide'),
      line,
      quit,
    ],
  };
  const edit: Item[] = [
    role('undo', 'system.menu.undo'),
    role('redo', 'system.menu.redo'),
    line,
    role('cut', 'system.menu.cut'),
    role('copy', 'system.menu.copy'),
    role('paste', 'system.menu.paste'),
    role('selectAll', 'system.menu.selectAll'),
  ];
  const view: Item[] = [
    role('reload', 'system.menu.reload'),
    line,
    role('resetZoom', 'system.menu.actualSize'),
    role('zoomIn', 'system.menu.zoomIn'),
    role('zoomOut', 'system.menu.zoomOut'),
    line,
    role('togglefullscreen', 'system.menu.fullScreen'),
  ];
  const window: Item[] = [
    role('minimize', 'system.menu.minimize'),
    ...(isMac ? [role('zoom', 'system.menu.zoom'), line, role('front', 'system.menu.front')] : []),
  ];
  const help: Item[] = [
    item('support', 'system.menu.support', () => actions.show('/support')),
    ...(isMac ? [] : [updates, line, about]),
  ];
  return [
    ...(isMac ? [application] : []),
    { id: 'file', label: label('system.menu.file'), submenu: file },
    { id: 'edit', label: label('system.menu.edit'), submenu: edit },
    { id: 'view', label: label('system.menu.view'), submenu: view },
    { id: 'window', label: label('system.menu.window'), submenu: window, ...(isMac && { role: 'window' as const }) },
    { id: 'help', label: label('system.menu.help'), submenu: help, role: 'help' },
  ];
}
