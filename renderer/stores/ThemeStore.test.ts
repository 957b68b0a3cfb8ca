import { expect, test, vi } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { ThemeStore } from './ThemeStore.ts';

test('a theme is shown at once and remembered for the next page; the system’s is remembered by forgetting', () => {
  const { platform } = createFakePlatform();
  const apply = vi.fn();
  const theme = new ThemeStore({ platform: { ...platform, appearance: { apply } }, theme: null });
  theme.choose('dark');
  expect([theme.choice, platform.cookies.get('theme')]).toEqual(['dark', 'dark']);
  theme.choose(null);
  expect([theme.choice, platform.cookies.get('theme')]).toEqual([null, null]);
  expect(apply.mock.calls).toEqual([['dark'], [null]]);
});
