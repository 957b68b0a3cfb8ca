import { autoUpdater } from 'electron-updater';
import type { UpdateSettings } from '../configuration.ts';
import { configureUpdater } from './signedProvider.ts';
import { createUpdates, type Updates, type UpdatesOptions } from './updates.ts';

/** Creates the updates of a packaged app. The updater is large, so only apps with a feed load this file. */
export function openUpdates(settings: UpdateSettings, options: Omit<UpdatesOptions, 'updater'>): Updates {
  configureUpdater(autoUpdater, settings, options.log);
  return createUpdates({ ...options, updater: autoUpdater });
}
