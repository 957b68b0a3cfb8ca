import { expect, test, vi } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { ThemeStore } from './ThemeStore.ts';

test('applies and stores a theme; the system theme deletes the stored one', () => {
  const { platform } = createFakePlatform();
  const apply = vi.fn();
  const theme = new ThemeStore({ platform: { ...platform, appearance: { apply } }, theme: null });
  theme.choose('dark');
  expect([theme.choice, platform.cookies.get('theme')]).toEqual(['dark', 'dark']);
  theme.choose(null);
  expect([theme.choice, platform.cookies.get('theme')]).toEqual([null, null]);
  expect(apply.mock.calls).toEqual([['dark'], [null]]);
});
