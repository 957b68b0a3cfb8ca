import { expect, it } from 'vitest';
import { shortcutOf } from './globalShortcut.ts';

const press = (code: string, modifiers: string) =>
  shortcutOf({
    code,
    ctrlKey: modifiers.includes('c'),
    metaKey: modifiers.includes('m'),
    altKey: modifiers.includes('a'),
    shiftKey: modifiers.includes('s'),
  });

it.each([
  ['KeyE', 'cs', 'CommandOrControl+Shift+E'],
  ['KeyE', 'ma', 'CommandOrControl+Alt+E'],
  ['Digit1', 'a', 'Alt+1'],
  ['F12', 'cas', 'CommandOrControl+Alt+Shift+F12'],
  ['KeyE', '', null],
  ['KeyE', 's', null],
  ['ControlLeft', 'c', null],
  ['Space', 'c', null],
] as const)('reads %s with %s as %s', (code, modifiers, shortcut) => {
  expect(press(code, modifiers)).toBe(shortcut);
});
