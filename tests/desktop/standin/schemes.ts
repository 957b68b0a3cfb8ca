import type { CustomScheme } from 'electron';

/**
 * Chromium without Electron's code can't load a page from a scheme such as `app:`. The pages of `app://bundle/x` therefore come
 * from `https://bundle.app.invalid/x`, which no network answers. The app under test sees its own URLs only.
 */
const TOP_LEVEL_DOMAIN = 'invalid';

/** The schemes of `protocol.registerSchemesAsPrivileged`, without ":". */
const schemes = new Map<string, CustomScheme['privileges']>();

export function addSchemes(added: readonly CustomScheme[]): void {
  for (const { scheme, privileges } of added) schemes.set(scheme, privileges);
}

/** Returns the scheme of a URL of the app, without ":", if the app registered it. */
export function registeredScheme(url: string): string | null {
  const scheme = /^([a-z][\w+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return schemes.has(scheme) ? scheme : null;
}

/** Returns the URL that Chromium loads for a URL of the app: `https://bundle.app.invalid/x` for `app://bundle/x`. */
export function toChromium(url: string): string {
  const scheme = registeredScheme(url);
  if (scheme === null) return url;
  const [, host = '', rest = ''] = /^[^:]+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  return `https://${host}.${scheme}.${TOP_LEVEL_DOMAIN}${rest.startsWith('/') ? '' : '/'}${rest}`;
}

/** Returns the URL that the app knows for a URL of Chromium: the reverse of `toChromium`. */
export function fromChromium(url: string): string {
  const [, host, scheme = '', rest = ''] = /^https:\/\/([^/?#]*)\.([^./?#]+)\.invalid(?::443)?([/?#].*)?$/s.exec(url) ?? [];
  return host !== undefined && schemes.has(scheme) ? `${scheme}://${host}${rest}` : url;
}

/** Returns the origin of a URL of the app as Electron reports it for a standard scheme: "app://bundle". */
export function originOf(url: string): string {
  const scheme = registeredScheme(url);
  if (scheme !== null) return /^[^:]+:\/\/[^/?#]*/.exec(url)?.[0] ?? 'null';
  return URL.canParse(url) ? new URL(url).origin : 'null';
}

/** Returns a Content-Security-Policy with each source of the app's schemes replaced by the one that Chromium sees. */
export function policyForChromium(policy: string): string {
  let mapped = policy;
  for (const scheme of schemes.keys()) {
    mapped = mapped
      .replaceAll(new RegExp(`\\b${scheme}://([\\w.-]+)`, 'g'), `https://$1.${scheme}.${TOP_LEVEL_DOMAIN}`)
      .replaceAll(new RegExp(`(^|[\\s;])${scheme}:(?=[\\s;]|$)`, 'g'), `$1https://*.${scheme}.${TOP_LEVEL_DOMAIN}`);
  }
  return mapped;
}
