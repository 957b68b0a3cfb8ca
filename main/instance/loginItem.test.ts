import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { createLoginItem } from './loginItem.ts';

function create({
  platform = 'linux',
  isPackaged = true,
  commandLine = ['/opt/app'] as string[],
  wasOpenedAtLogin = false,
} = {}) {
  const configuration = temporaryFolder();
  let openAtLogin = false;
  const setLoginItemSettings = vi.fn((settings: { openAtLogin?: boolean }) => void (openAtLogin = settings.openAtLogin ?? false));
  const item = createLoginItem({
    app: {
      isPackaged,
      setLoginItemSettings,
      getLoginItemSettings: () => ({ openAtLogin, wasOpenedAtLogin }) as Electron.LoginItemSettings,
    },
    platform: platform as NodeJS.Platform,
    name: 'Causeway',
    fileName: 'causeway',
    configuration,
    environment: { APPIMAGE: '/home/anna/my "apps"/100%.AppImage' },
    commandLine,
  });
  return { item, setLoginItemSettings, file: join(configuration, 'autostart/causeway.desktop') };
}

it('starts an AppImage with the system through a file, until the customer switches it off', () => {
  const { item, file } = create();
  expect([item.isOn(), item.set(true), item.isOn()]).toEqual([false, true, true]);
  expect(readFileSync(file, 'utf8')).toContain('Exec="/home/anna/my \\"apps\\"/100%%.AppImage" --hidden\n');
  expect(item.set(false)).toBe(false);
});

it.each(['win32', 'darwin'])('asks the system: %s', (platform) => {
  const { item, setLoginItemSettings } = create({ platform });
  expect([item.isOn(), item.set(true), item.set(false)]).toEqual([false, true, false]);
  expect(setLoginItemSettings.mock.calls[0]).toEqual([{ openAtLogin: true, args: ['--hidden'] }]);
});

it('is not offered by a copy that is not installed', () => {
  const { item, setLoginItemSettings } = create({ platform: 'win32', isPackaged: false });
  expect([item.isOn(), item.set(true), setLoginItemSettings.mock.calls.length]).toEqual([null, null, 0]);
});

it('recognises a start by the system', () => {
  expect(create({ commandLine: ['/opt/app', '--hidden'] }).item.wasStarted()).toBe(true);
  expect(create({ platform: 'darwin', wasOpenedAtLogin: true }).item.wasStarted()).toBe(true);
  expect(create().item.wasStarted()).toBe(false);
});
