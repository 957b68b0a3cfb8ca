import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { menuTemplate, type MenuActions } from './menu.ts';

type Item = MenuItemConstructorOptions;

const actions = (): MenuActions => ({
  command: vi.fn(),
  newWindow: vi.fn(),
  openPass: vi.fn(),
  exportLogs: vi.fn(),
  show: vi.fn(),
  checkForUpdates: vi.fn(),
});
const build = (change: Partial<Parameters<typeof menuTemplate>[0]> = {}): Item[] =>
  menuTemplate({ locale: 'en', app: 'Causeway', platform: 'linux', actions: actions(), ...change });
const itemsOf = (menu: Item[]): Item[] =>
  menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);

describe.each(['linux', 'win32', 'darwin'] as const)('on %s', (platform) => {
  it.each(['en', 'ru'] as const)('labels every item in %s', (locale) => {
    const labels = itemsOf(build({ platform, locale })).flatMap(({ type, label }) => (type === 'separator' ? [] : [label ?? '']));
    expect(labels.filter((label) => label === '' || label.includes('{'))).toEqual([]);
    const isRussian = (label: string) => /[а-яё]/i.test(label);
    expect(labels.filter((label) => label !== 'Causeway' && isRussian(label) !== (locale === 'ru'))).toEqual([]);
  });

  it('gives each shortcut to one item', () => {
    const accelerators = itemsOf(build({ platform })).flatMap(({ accelerator }) => accelerator ?? []);
    expect(accelerators).toEqual([...new Set(accelerators)]);
  });

  it('has an item to quit, for preferences and about the app', () => {
    const items = itemsOf(build({ platform }));
    expect(items.filter(({ role }) => role === 'quit' || role === 'about')).toHaveLength(2);
    expect(items.filter(({ id }) => id === 'preferences')).toHaveLength(1);
  });
});

it('has no item that opens the developer tools', () => {
  expect(itemsOf(build()).filter(({ role }) => role === 'toggleDevTools' || role === 'viewMenu')).toEqual([]);
});

it('sends commands to the window and opens the support page', () => {
  const called = actions();
  for (const { click } of itemsOf(build({ actions: called })))
    (click as ((item: { checked: boolean }) => void) | undefined)?.({ checked: false });
  expect(vi.mocked(called.command).mock.calls.flat()).toEqual(['newExchange', 'palette', 'addressBook', 'alerts', 'preferences']);
  expect(called.show).toHaveBeenCalledWith('/support');
  for (const action of [called.newWindow, called.openPass, called.exportLogs, called.checkForUpdates]) {
    expect(action).toHaveBeenCalledOnce();
  }
});
