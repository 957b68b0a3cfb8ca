import { app } from 'electron';
import { brand } from '../brand.ts';
import type { Configuration } from '../configuration.ts';
import { broadcast } from '../ipc.ts';
import type { Log } from '../logs/log.ts';
import type { Windows } from '../windows/windows.ts';
import { createAppUpdates, type AppUpdates } from './appUpdates.ts';
import { tellUpdate } from './dialogs.ts';

interface Dependencies {
  configuration: Pick<Configuration, 'updates'>;
  windows: Pick<Windows, 'keepAll' | 'locale'>;
  log: Log;
}

/** Starts to look for updates. A copy that is not installed, or has no feed, does not update itself. */
export async function startUpdates({ configuration, windows, log }: Dependencies): Promise<AppUpdates> {
  const { updates: feed } = configuration;
  const isOn = feed !== null && app.isPackaged;
  return createAppUpdates({
    updates: isOn
      ? (await import('./openUpdates.ts')).openUpdates(feed, {
          log,
          onReady: (update) => broadcast('updates.ready', update),
          onRestart: windows.keepAll,
        })
      : null,
    tell: (result) => tellUpdate(result, { app: brand.name, version: app.getVersion(), locale: windows.locale() }),
  });
}
