import { expect, test } from 'vitest';
import { ariaKeysOf, commandOf, keysOf } from './shortcuts.ts';

const press = (code: string, more: Partial<KeyboardEvent> = {}) => ({
  key: '',
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test('finds a command by its physical key, whatever the layout types', () => {
  expect(commandOf(press('KeyK', { key: 'л', ctrlKey: true }), 'Ctrl')).toBe('palette');
  expect(commandOf(press('Digit7', { key: '?', shiftKey: true }), 'Ctrl')).toBe('help');
});

test('needs exactly the modifier of the system and no other key', () => {
  expect(commandOf(press('KeyK', { metaKey: true }), '⌘')).toBe('palette');
  expect(commandOf(press('KeyK', { ctrlKey: true }), '⌘')).toBeNull();
  expect(commandOf(press('KeyK'), 'Ctrl')).toBeNull();
  expect(commandOf(press('KeyA', { ctrlKey: true }), 'Ctrl')).toBeNull();
  expect(commandOf(press('KeyK', { ctrlKey: true, altKey: true }), 'Ctrl')).toBeNull();
});

test('names the keys for people and for assistive technology', () => {
  expect(keysOf('orders', '⌘')).toEqual(['⌘', '⇧', 'H']);
  expect(ariaKeysOf('orders', 'Ctrl')).toBe('Control+Shift+H');
  expect(ariaKeysOf('palette', '⌘')).toBe('Meta+K');
});
