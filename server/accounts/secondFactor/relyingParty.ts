import { isIP } from 'node:net';

/** The site that a passkey works for (WebAuthn). */
export interface RelyingParty {
  /** Host name of the site: "swap.example" */
  id: string;
  origin: string;
}

/** Returns the relying party of a site; null if browsers allow no passkeys there: at a numeric address, and without HTTPS. */
export function relyingPartyOf(origin: string): RelyingParty | null {
  if (!URL.canParse(origin)) return null;
  const { protocol, hostname, origin: normal } = new URL(origin);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  if (!isSecure || isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  return { id: hostname, origin: normal };
}
