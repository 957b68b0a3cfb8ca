import type { NotificationConstructorOptions } from 'electron';
import { Emitter, guard, type Part } from './guard.ts';

class Image implements Part<Electron.NativeImage, 'resize'> {
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
    return guard('NativeImage', this);
  }

  isEmpty(): boolean {
    return this.source === '';
  }

  toDataURL(): string {
    return this.source;
  }

  addRepresentation(_options: Electron.AddRepresentationOptions): void {}

  setTemplateImage(_isTemplate: boolean): void {}

  resize(_options: Electron.ResizeOptions): Image {
    return this;
  }
}

export const nativeImage = guard('nativeImage', {
  createFromPath: (path: string) => new Image(path),
  createFromDataURL: (url: string) => new Image(url),
  createEmpty: () => new Image(''),
});

/** The icon in the system's panel. Nothing draws it: a test emits its events. */
export class Tray extends Emitter implements Part<Electron.Tray> {
  /** Not in Electron's types: what the setters received */
  toolTip = '';
  contextMenu: Electron.Menu | null = null;
  image: Electron.NativeImage | string;
  private isGone = false;

  constructor(image: Electron.NativeImage | string) {
    super('Tray', ['click', 'right-click', 'double-click']);
    this.image = image;
    return guard('Tray', this);
  }

  setToolTip(text: string): void {
    this.toolTip = text;
  }

  /** A panel of Linux closes the menu that is open. */
  setContextMenu(menu: Electron.Menu | null): void {
    this.contextMenu?.closePopup();
    this.contextMenu = menu;
  }

  popUpContextMenu(menu?: Electron.Menu): void {
    (menu ?? this.contextMenu)?.popup();
  }

  /** macOS only */
  setTitle(_title: string, _options?: Electron.TitleOptions): void {}

  setImage(image: Electron.NativeImage | string): void {
    this.image = image;
  }

  destroy(): void {
    this.isGone = true;
  }

  isDestroyed(): boolean {
    return this.isGone;
  }
}

/** A message of the system. Nothing draws it: a test emits "click" and the other events. */
export class Notification extends Emitter implements Part<Electron.Notification> {
  title: string;
  body: string;
  readonly silent: boolean;
  readonly actions: Electron.NotificationAction[];

  static isSupported(): boolean {
    return true;
  }

  constructor({ title = '', body = '', silent = false, actions = [] }: NotificationConstructorOptions = {}) {
    super('Notification', ['show', 'click', 'close', 'action', 'failed']);
    this.title = title;
    this.body = body;
    this.silent = silent;
    this.actions = actions;
    return guard('Notification', this);
  }

  show(): void {
    this.emit('show', {});
  }

  close(): void {
    this.emit('close', {});
  }
}

const shortcuts = new Map<string, () => void>();

/** No key reaches it: a test calls what the app registered through the app's own interface. */
export const globalShortcut = guard('globalShortcut', {
  register: (accelerator: string, callback: () => void) => {
    if (shortcuts.has(accelerator)) return false;
    shortcuts.set(accelerator, callback);
    return true;
  },
  unregister: (accelerator: string) => void shortcuts.delete(accelerator),
  unregisterAll: () => shortcuts.clear(),
  isRegistered: (accelerator: string) => shortcuts.has(accelerator),
} satisfies Partial<Electron.GlobalShortcut>);
