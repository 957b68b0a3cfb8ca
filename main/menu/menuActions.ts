import { askForPass } from '../files/dialogs.ts';
import type { Files } from '../files/files.ts';
import type { Opener } from '../instance/opener.ts';
import type { AppUpdates } from '../updates/appUpdates.ts';
import type { Windows } from '../windows/windows.ts';
import type { MenuActions } from './menu.ts';

interface Dependencies {
  windows: Windows;
  opener: Opener;
  files: Files;
  updates: AppUpdates;
}

/** Returns what the items of the app's menu do. */
export function menuActions({ windows, opener, files, updates }: Dependencies): MenuActions {
  const openPass = async (): Promise<void> => {
    const passes = await askForPass(windows.front(), windows.locale());
    await opener.open({ links: [], files: passes });
  };
  return {
    command: windows.command,
    newWindow: () => windows.open('/'),
    openPass: () => void openPass(),
    exportLogs: () => void files.exportLogs(windows.front()),
    show: windows.show,
    checkForUpdates: () => void updates.checkAndTell(),
  };
}
