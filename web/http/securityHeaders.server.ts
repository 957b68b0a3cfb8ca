import { randomBytes } from 'node:crypto';

/** A nonce for one response: 128 random bits. */
export const createNonce = (): string => randomBytes(16).toString('base64');

interface PageSecurity {
  nonce: string;
  origin: string;
  /** The sites that may show the page in a frame */
  framedBy: readonly string[];
  isPrivate: boolean;
}

/**
 * The policy of a page. Scripts run by nonce alone: the entry carries it, and what it imports, statically or later,
 * inherits it, so no address of ours has to be trusted as a whole. A worker has no nonce, so its file must be ours. `style`
 * attributes in the HTML are refused; styles that scripts set are not attributes and pass.
 */
function contentSecurityPolicy({ nonce, origin, framedBy }: PageSecurity): string {
  // Older Safari does not count a socket of the same host as 'self'.
  const socketOrigin = origin.replace(/^http/, 'ws');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** Headers of every answer of this host; the API host sets its own. HSTS is sent over https only. */
export function commonHeaders(origin: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** Headers of every page, also of error pages. */
export function pageHeaders(page: PageSecurity): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(page),
    // For browsers without frame-ancestors. It can't name sites.
    ...(page.framedBy.length === 0 && { 'x-frame-options': 'DENY' }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), browsing-topics=(), camera=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
    'cache-control': 'private, no-cache',
    ...(page.isPrivate && privateHeaders),
  };
}

/** Headers of private pages, such as an order (D39): no caching, no referrer, no indexing. */
export const privateHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};
