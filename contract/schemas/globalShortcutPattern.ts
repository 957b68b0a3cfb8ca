/** One or more modifiers, and a letter, a digit or a function key. */
export const GLOBAL_SHORTCUT_PATTERN =
  '^(?=.*(?:CommandOrControl|Alt)\\+)(?:CommandOrControl\\+)?(?:Alt\\+)?(?:Shift\\+)?(?:[A-Z0-9]|F(?:[1-9]|1[0-9]|2[0-4]))$';
