import { beforeEach, expect, it, vi } from 'vitest';
import { GLOBAL_SHORTCUT_KEY } from '../../contract/desktop/globalShortcut.ts';
import { createGlobalShortcut } from './globalShortcut.ts';

const system = vi.hoisted(() => ({ registered: new Map<string, () => void>(), taken: 'Alt+T' }));
vi.mock('electron', () => ({
  globalShortcut: {
    register: (shortcut: string, action: () => void) => {
      if (shortcut === 'Alt+X') throw new TypeError('conversion failure');
      if (shortcut === system.taken) return false;
      system.registered.set(shortcut, action);
      return true;
    },
    unregister: (shortcut: string) => system.registered.delete(shortcut),
  },
}));
beforeEach(() => system.registered.clear());

function create(stored: string | null = null) {
  const entries = new Map(stored === null ? [] : [[GLOBAL_SHORTCUT_KEY, stored]]);
  const storage = {
    get: (key: string) => entries.get(key) ?? null,
    set: (key: string, value: string | null) => {
      if (value === null) entries.delete(key);
      else entries.set(key, value);
      return true;
    },
  };
  const action = vi.fn();
  const handlers = createGlobalShortcut({ storage, action });
  return {
    action,
    stored: () => entries.get(GLOBAL_SHORTCUT_KEY) ?? null,
    set: (shortcut: string | null) => handlers['app.setShortcut']({ shortcut }, {} as never),
  };
}
const registered = () => [...system.registered.keys()];

it('takes no shortcut from other programs by itself', () => {
  create();
  expect(registered()).toEqual([]);
});

it('uses the chosen one, also after a restart, until the customer removes it', () => {
  const { set, stored, action } = create();
  expect(set('Alt+E')).toBe(true);
  expect(set('Alt+F')).toBe(true);
  expect([registered(), stored()]).toEqual([['Alt+F'], 'Alt+F']);
  system.registered.get('Alt+F')?.();
  expect(action).toHaveBeenCalledOnce();
  system.registered.clear();
  create('Alt+F');
  expect(registered()).toEqual(['Alt+F']);
});

it('removes the shortcut', () => {
  const { set, stored } = create('Alt+E');
  expect([set(null), registered(), stored()]).toEqual([true, [], null]);
});

it.each(['Alt+T', 'Alt+X'])('keeps the previous one if the system refuses %s', (shortcut) => {
  const { set, stored } = create('Alt+E');
  expect([set(shortcut), registered(), stored()]).toEqual([false, ['Alt+E'], 'Alt+E']);
});
