import { domainToASCII } from 'node:url';

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * The address as mail servers know it, its domain in lower case and in ASCII; null when it is none. Stricter than the form
 * (§5): one plain address and nothing that a header could take for more (commas, brackets, quotes, line ends).
 */
export function mailAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = domainToASCII(text.slice(at + 1)).toLowerCase();
  const isOne = LOCAL_PART.test(local) && local.length <= 64 && DOMAIN.test(domain) && domain.length <= 190;
  return isOne ? `${local}@${domain}` : null;
}
