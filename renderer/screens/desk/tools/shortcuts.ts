import { ownValue } from '../../../../contract/tables/ownValue.ts';
import type { AppCommand } from '../../../../contract/ipc.ts';
import type { MessageId } from '../../../i18n/messages.ts';

/** What a shortcut, the menu of the system or the command palette can ask of the trading window. */
export type Command = AppCommand | 'newWindow' | 'swap' | 'openPass' | 'orders' | 'help';

/** `key`: a physical key, because letters move with the keyboard's layout. `'?'` is a character, whose key differs by layout. */
interface Shortcut {
  command: Command;
  key: `Key${string}` | 'Comma' | '?';
  /** Shown on the key: "K" */
  label: string;
  withModifier: boolean;
  withShift?: boolean;
  text: MessageId;
}

/** The shortcuts of the trading window. Those without a modifier work while no field has the focus. */
export const SHORTCUTS: readonly Shortcut[] = [
  { command: 'palette', key: 'KeyK', label: 'K', withModifier: true, text: 'desk.shortcut.palette' },
  { command: 'newExchange', key: 'KeyE', label: 'E', withModifier: true, text: 'desk.shortcut.newExchange' },
  { command: 'newWindow', key: 'KeyN', label: 'N', withModifier: true, text: 'desk.shortcut.newWindow' },
  { command: 'swap', key: 'KeyS', label: 'S', withModifier: true, text: 'desk.shortcut.swap' },
  { command: 'addressBook', key: 'KeyB', label: 'B', withModifier: true, text: 'desk.shortcut.addressBook' },
  { command: 'alerts', key: 'KeyA', label: 'A', withModifier: false, text: 'desk.shortcut.alerts' },
  { command: 'openPass', key: 'KeyO', label: 'O', withModifier: true, text: 'pass.open' },
  { command: 'orders', key: 'KeyH', label: 'H', withModifier: true, withShift: true, text: 'page.history' },
  { command: 'preferences', key: 'Comma', label: ',', withModifier: true, text: 'desk.shortcut.preferences' },
  { command: 'help', key: '?', label: '?', withModifier: false, text: 'desk.shortcut.help' },
];

export type Modifier = 'Ctrl' | '⌘';
type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns the command of a key press; null for every other press. */
export function commandOf(press: Press, modifier: Modifier): Command | null {
  const [held, other] = modifier === '⌘' ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (other || press.altKey) return null;
  const found = SHORTCUTS.find(({ key, withModifier, withShift = false }) => {
    if (withModifier !== held) return false;
    return key === '?' ? press.key === '?' : press.code === key && press.shiftKey === withShift;
  });
  return found?.command ?? null;
}

/** Returns the labels of a command's keys in their order, such as "Ctrl" and "K"; empty without a shortcut. */
export function keysOf(command: Command, modifier: Modifier): string[] {
  const shortcut = SHORTCUTS.find((one) => one.command === command);
  if (!shortcut) return [];
  const { withModifier, withShift = false, label } = shortcut;
  return [...(withModifier ? [modifier] : []), ...(withShift ? [modifier === '⌘' ? '⇧' : 'Shift'] : []), label];
}

/** Returns the value of `aria-keyshortcuts` for a command, such as "Control+K". */
export function ariaKeysOf(command: Command, modifier: Modifier): string {
  const names: Record<string, string> = { Ctrl: 'Control', '⌘': 'Meta', '⇧': 'Shift' };
  return keysOf(command, modifier)
    .map((key) => ownValue(names, key) ?? key)
    .join('+');
}
