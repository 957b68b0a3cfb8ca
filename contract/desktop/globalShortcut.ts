import { GLOBAL_SHORTCUT_PATTERN } from '../schemas/globalShortcutPattern.ts';

/** Storage key of the shortcut that opens a new exchange in all programs, as Electron writes it: "CommandOrControl+Alt+E", or missing. */
export const GLOBAL_SHORTCUT_KEY = 'desktop-global-shortcut';

/** What a key press tells. `code` does not depend on the layout, so that a Russian one sets the same shortcut. */
interface Press {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Returns the shortcut of a key press; null if it is none, for example a modifier alone. */
export function shortcutOf({ code, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  const key = /^(?:Key([A-Z])|Digit(\d)|(F\d{1,2}))$/.exec(code)?.slice(1).find(Boolean);
  const parts = [(ctrlKey || metaKey) && 'CommandOrControl', altKey && 'Alt', shiftKey && 'Shift', key].filter(Boolean).join('+');
  return key !== undefined && new RegExp(GLOBAL_SHORTCUT_PATTERN).test(parts) ? parts : null;
}
