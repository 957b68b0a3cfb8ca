import { mkdirSync, rmSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { replaceFile } from '../storage/replaceFile.ts';

/** The argument of a start by the system: no window opens. */
const HIDDEN = '--hidden';

/** Whether the app starts with the system, for alerts and running orders. */
export interface LoginItem {
  /** Null if it can't, because this copy is not installed. */
  isOn(): boolean | null;
  /** Returns what `isOn` returns afterwards. */
  set(isOn: boolean): boolean | null;
  /** The system has started the app just now. */
  wasStarted(): boolean;
}

interface Dependencies {
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  /** "Causeway" */
  name: string;
  /** The name of its file: "causeway" */
  fileName: string;
  /** Folder of the user's configuration on Linux: "/home/anna/.config" */
  configuration: string;
  environment: NodeJS.ProcessEnv;
  commandLine: readonly string[];
}

export function createLoginItem(dependencies: Dependencies): LoginItem {
  const { app, platform, commandLine } = dependencies;
  const own = platform === 'linux' ? autostartFile(dependencies) : systemSetting(app);
  const isOn = (): boolean | null => (app.isPackaged ? own.isOn() : null);
  return {
    isOn,
    set: (next) => {
      if (app.isPackaged) own.set(next);
      return isOn();
    },
    wasStarted: () => commandLine.includes(HIDDEN) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin),
  };
}

type Setting = { isOn(): boolean; set(isOn: boolean): void };

const systemSetting = (app: Dependencies['app']): Setting => ({
  isOn: () => app.getLoginItemSettings({ args: [HIDDEN] }).openAtLogin,
  set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args: [HIDDEN] }),
});

/** Electron has no login items on Linux: https://specifications.freedesktop.org/autostart-spec/latest/ */
function autostartFile({ name, fileName, configuration, environment }: Dependencies): Setting {
  const folder = join(configuration, 'autostart');
  const file = join(folder, `${fileName}.desktop`);
  return {
    isOn: () => existsSync(file),
    set: (isOn) => {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(folder, { recursive: true });
      // An AppImage is mounted at another place each time; the variable names its file.
      const command = environment['APPIMAGE'] ?? process.execPath;
      const quoted = `"${command.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
      replaceFile(file, `[Desktop Entry]\nType=Application\nName=${name}\nExec=${quoted} ${HIDDEN}\nTerminal=false\n`);
    },
  };
}
