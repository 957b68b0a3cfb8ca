/** §5: text, at sign, domain with a dot and a suffix of at least two letters. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;
const LONGEST_EMAIL = 254;

export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL.test(text);
}

/** Returns the typed e-mail without spaces and plus signs (§5). The form shows a hint (D22). */
export function normaliseEmail(typed: string): string {
  return typed.replaceAll(/[\s+]/g, '');
}
