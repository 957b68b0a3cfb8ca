import { lookup } from 'node:dns/promises';
import { app, clipboard, nativeTheme } from 'electron';
import { withTimeout } from '../contract/withTimeout.ts';
import type { Configuration } from './configuration.ts';
import type { LoginItem } from './instance/loginItem.ts';
import { broadcast, type IpcHandlers } from './ipc.ts';
import type { Vault } from './session/vault.ts';
import { openExternal } from './shell/externalLinks.ts';
import { storedTheme } from './shell/theme.ts';
import type { Storage } from './storage/storage.ts';
import type { Windows } from './windows/windows.ts';

/** A name that answers as long as there is an internet (D50). */
const WELL_KNOWN_NAME = 'one.one.one.one';
const KEYCHAIN_MS = 1_000;

interface Dependencies {
  configuration: Configuration;
  vault: Vault;
  storage: Storage;
  windows: Windows;
  loginItem: Pick<LoginItem, 'isOn' | 'set'>;
}

/** Returns the handlers of calls about the app itself: its start, storage, clipboard and windows. */
export function appHandlers({ configuration, vault, storage, windows, loginItem }: Dependencies) {
  return {
    'app.start': async (_input, sender) => {
      // An unlocked keychain answers at once. The window does not wait for a person who types a password.
      await withTimeout(vault.answered(), KEYCHAIN_MS).catch(() => undefined);
      const { path, sessionStorage } = windows.begin(sender);
      return {
        version: app.getVersion(),
        path,
        siteUrl: configuration.apiUrl,
        hasSession: vault.tokens() !== null,
        keychain: vault.keychain,
        theme: storedTheme(storage),
        startsWithSystem: loginItem.isOn(),
        modifier: process.platform === 'darwin' ? '⌘' : 'Ctrl',
        storage: storage.all(),
        sessionStorage,
      };
    },
    'keychain.open': () => vault.open(),
    'app.openExternal': ({ url }) => openExternal(url),
    'app.setTheme': ({ theme }) => {
      nativeTheme.themeSource = theme ?? 'system';
    },
    'app.setStartWithSystem': ({ isOn }) => loginItem.set(isOn),
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
    'windows.open': ({ path }) => windows.open(path),
    'windows.show': ({ path }, sender) => windows.remember(sender, path),
    'storage.set': ({ area, key, value }, sender) => {
      if (area === 'session') {
        windows.store(sender, key, value);
        return true;
      }
      const isStored = storage.set(key, value);
      broadcast('storage.changed', { key, value }, sender);
      return isStored;
    },
  } satisfies Partial<IpcHandlers>;
}
