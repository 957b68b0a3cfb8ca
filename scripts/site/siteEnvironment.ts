import { isPublicKey } from '../../contract/signedDocuments/signature.ts';

/** An error that prevents the start. The message is a full sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The settings of the site from the environment. The API host reads its own part (server/env.ts). */
export interface SiteEnvironment {
  port: number;
  host: string;
  /** A remote API host instead of the embedded one. */
  apiUrl: string | null;
  trustedProxies: string[];
  /** What customers type, for canonical links: "https://swap.example"; null takes it from the request. */
  publicOrigin: string | null;
  checkMeta: boolean;
  /** Public keys in hex of the API host, pinned here (D42) */
  signingKeys: string[];
}

/** Throws a StartError that names the variable. */
export function parseSiteEnvironment(variables: Record<string, string | undefined>): SiteEnvironment {
  return {
    port: readPort(variables['PORT']),
    host: variables['HOST'] || '127.0.0.1',
    apiUrl: readOrigin('API_URL', variables['API_URL']),
    trustedProxies: (variables['TRUSTED_PROXIES'] ?? '').split(',').flatMap((part) => part.trim() || []),
    publicOrigin: readOrigin('PUBLIC_ORIGIN', variables['PUBLIC_ORIGIN']),
    checkMeta: variables['CHECK_META'] === 'yes',
    signingKeys: readKeys('PINNED_SIGNING_KEYS', variables['PINNED_SIGNING_KEYS']),
  };
}

function readKeys(name: string, text: string | undefined): string[] {
  const keys = (text ?? '').split(',').flatMap((part) => part.trim() || []);
  const wrong = keys.find((key) => !isPublicKey(key));
  if (wrong !== undefined) throw new StartError(`${name} must be public keys of 64 hex digits, split by commas, not "${wrong}".`);
  return keys;
}

function readPort(text: string | undefined): number {
  if (!text) return 3000;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

function readOrigin(name: string, text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new StartError(`${name} must be an address such as https://api.example.org, without a path, not "${text}".`);
  }
  return url.origin;
}
