import { domainToASCII } from 'node:url';

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * Returns the address with its domain in lower-case ASCII, or null when it is not valid. Stricter than the form (§5): one plain
 * address, without commas, brackets, quotes or line ends, which could add recipients or headers to a mail.
 */
export function mailAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = domainToASCII(text.slice(at + 1)).toLowerCase();
  const isValid = LOCAL_PART.test(local) && local.length <= 64 && DOMAIN.test(domain) && domain.length <= 190;
  return isValid ? `${local}@${domain}` : null;
}
