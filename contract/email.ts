import { cleanMachineText } from './input/machineText.ts';
/** §5: text, at sign, domain with a dot and a suffix of at least two letters. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;
const LONGEST_EMAIL = 254;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** What `URL` takes as a host; a port or a path would be dropped silently. */
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** Returns whether the text has the form of an e-mail (§5). Accounts may have such an e-mail that {@link isMailAddress} refuses. */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL.test(text);
}

/** Returns whether we accept the text as a new e-mail, of an account or an order: we must be able to send a mail to it. */
export function isMailAddress(text: string): boolean {
  return isEmail(text) && mailAddress(text) !== null;
}

/**
 * Returns the address with its domain in lower-case ASCII, or null when it is not valid. Stricter than {@link isEmail}: one plain
 * address, without commas, brackets, quotes or line ends, which could add recipients or headers to a mail.
 */
export function mailAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const typed = text.slice(at + 1);
  const domain = TYPED_DOMAIN.test(typed) && URL.canParse(`http://${typed}`) ? new URL(`http://${typed}`).hostname : '';
  const isValid = LOCAL_PART.test(local) && local.length <= 64 && DOMAIN.test(domain) && domain.length <= 190;
  return isValid ? `${local}@${domain}` : null;
}

/** Returns the typed e-mail without spaces and plus signs (§5). The form shows a hint (D22). */
export function normaliseEmail(typed: string): string {
  return cleanMachineText(typed).replaceAll(/[\s+]/g, '');
}
