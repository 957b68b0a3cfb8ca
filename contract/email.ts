/** §5: text, at sign, domain with a dot and a suffix of two letters or more. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;
const LONGEST_EMAIL = 254;

export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL.test(text);
}

/** What is kept of a typed e-mail: no blanks, and no plus sign (§5; D22: a hint says so). */
export function normaliseEmail(typed: string): string {
  return typed.replaceAll(/[\s+]/g, '');
}
