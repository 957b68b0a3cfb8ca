import { lookup } from 'node:dns/promises';
import { app, clipboard, nativeTheme } from 'electron';
import type { Configuration } from './configuration.ts';
import type { IpcHandlers } from './ipc.ts';
import type { Vault } from './session/vault.ts';
import { openExternal } from './shell/externalLinks.ts';
import { storedTheme } from './shell/theme.ts';
import type { Storage } from './storage/storage.ts';
import type { Windows } from './windows/windows.ts';

/** A name that answers as long as there is an internet (D50). */
const WELL_KNOWN_NAME = 'one.one.one.one';

type Handled =
  | 'app.start'
  | 'app.openExternal'
  | 'app.setTheme'
  | 'app.isOnline'
  | 'clipboard.read'
  | 'clipboard.write'
  | 'windows.open'
  | 'windows.show';

interface Dependencies {
  configuration: Configuration;
  vault: Vault;
  storage: Storage;
  windows: Windows;
}

/** Returns the handlers of calls about the app itself. */
export function appHandlers({ configuration, vault, storage, windows }: Dependencies): Pick<IpcHandlers, Handled> {
  return {
    'app.start': (_input, sender) => {
      const { path, sessionStorage } = windows.begin(sender);
      return {
        version: app.getVersion(),
        path,
        siteUrl: configuration.apiUrl,
        hasSession: vault.tokens() !== null,
        keptIn: vault.keptIn,
        theme: storedTheme(storage),
        modifier: process.platform === 'darwin' ? '⌘' : 'Ctrl',
        storage: storage.all(),
        sessionStorage,
      };
    },
    'app.openExternal': ({ url }) => openExternal(url),
    'app.setTheme': ({ theme }) => {
      nativeTheme.themeSource = theme ?? 'system';
      return null;
    },
    'app.isOnline': () =>
      lookup(WELL_KNOWN_NAME).then(
        () => true,
        () => false,
      ),
    // The clipboard can be locked by another program.
    'clipboard.read': async () => {
      try {
        return (await clipboard.readText()) || null;
      } catch {
        return null;
      }
    },
    'clipboard.write': async ({ text }) => {
      try {
        await clipboard.writeText(text);
        return true;
      } catch {
        return false;
      }
    },
    'windows.open': ({ path }) => {
      windows.open(path);
      return null;
    },
    'windows.show': ({ path }, sender) => {
      windows.remember(sender, path);
      return null;
    },
  };
}
