import type { MenuItemConstructorOptions, PopupOptions } from 'electron';
import { app } from './app.ts';
import { Emitter, guard, type Part } from './guard.ts';
import { BrowserWindow } from './windows.ts';

let nextCommand = 1;

/** An entry of a menu. Nothing draws it: a test clicks it by calling `click`. */
export class MenuItem implements Part<Electron.MenuItem, 'submenu' | 'role'> {
  readonly id: string;
  readonly role: MenuItemConstructorOptions['role'];
  readonly type: NonNullable<MenuItemConstructorOptions['type']>;
  readonly accelerator: string | null;
  readonly submenu: Menu | undefined;
  readonly commandId: number;
  label: string;
  sublabel: string;
  checked: boolean;
  enabled: boolean;
  visible: boolean;
  readonly click: (event?: object, window?: object, contents?: object) => void;

  constructor(options: MenuItemConstructorOptions) {
    const { submenu, click } = options;
    this.commandId = nextCommand;
    nextCommand += 1;
    this.id = options.id ?? '';
    this.role = options.role;
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    this.label = options.label ?? options.role ?? '';
    this.sublabel = options.sublabel ?? '';
    this.accelerator = options.accelerator ?? null;
    this.checked = options.checked ?? false;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as unknown as Menu | undefined);
    const self = guard('MenuItem', this);
    this.click = (event = {}, window = BrowserWindow.getFocusedWindow() ?? undefined) => {
      if (this.type === 'checkbox' || this.type === 'radio') this.checked = !this.checked;
      if (this.runRole()) return;
      click?.(self as unknown as Electron.MenuItem, window as unknown as Electron.BaseWindow | undefined, event);
    };
    return self;
  }

  /** Electron runs a role itself. Roles that edit text or zoom have no effect here. */
  private runRole(): boolean {
    if (this.role === 'quit') app.quit();
    if (this.role === 'close') BrowserWindow.getFocusedWindow()?.close();
    if (this.role === 'minimize') BrowserWindow.getFocusedWindow()?.minimize();
    if (this.role === 'reload') BrowserWindow.getFocusedWindow()?.webContents.reload();
    return this.role !== undefined;
  }
}

let applicationMenu: Menu | null = null;

export class Menu extends Emitter implements Part<Electron.Menu, 'items' | 'append' | 'getMenuItemById'> {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: (MenuItemConstructorOptions | MenuItem | Electron.MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item as MenuItemConstructorOptions));
    return menu;
  }

  static setApplicationMenu(menu: Menu | Electron.Menu | null): void {
    applicationMenu = menu as Menu | null;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  constructor() {
    super('Menu', ['menu-will-show', 'menu-will-close']);
    return guard('Menu', this);
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }

  popup(_options?: PopupOptions): void {
    this.emit('menu-will-show', {});
  }

  closePopup(): void {
    this.emit('menu-will-close', {});
  }
}
