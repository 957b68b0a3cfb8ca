import type { App } from 'electron';

/** Windows and macOS recognise an installed app by this id, which the packages also contain. Another brand needs its own id. */
export const APP_ID = 'example.causeway.desktop';

/**
 * Tells Windows which app this is. Without it Windows shows no notifications and groups the windows under another name. A copy that
 * is not installed has no shortcut with the id, so it uses its program's path, as Electron's documentation says.
 */
export function identifyApp(app: Pick<App, 'setAppUserModelId' | 'isPackaged'>, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? APP_ID : process.execPath);
}
