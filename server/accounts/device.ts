import { clientGroup } from '../../contract/clientGroup.ts';
import { DESKTOP_APP } from '../../contract/accounts/accounts.ts';
import type { SessionRow } from '../db/tables/accounts.ts';

const BROWSERS: readonly (readonly [string, RegExp])[] = [
  [DESKTOP_APP, /\bElectron\//],
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPadOS', /\biPad\b/],
  ['iOS', /\biPhone\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns the names of browser and system in a User-Agent header, such as "Chrome" and "macOS"; null for unknown ones. */
export function deviceOf(userAgent: string | null): { browser: string | null; system: string | null } {
  const nameIn = (names: typeof BROWSERS): string | null =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? null;
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}

/** Returns what a customer sees of a device: the names, and the client IP address without its last part ("84.211.40.x"). */
export function describeDevice({ browser, system, client_address }: Pick<SessionRow, 'browser' | 'system' | 'client_address'>): {
  browser: string | null;
  system: string | null;
  networkAddress: string | null;
} {
  return { browser, system, networkAddress: client_address === null ? null : shortAddress(client_address) };
}

function shortAddress(address: string): string {
  const group = clientGroup(address);
  return group.includes(':') ? group.replace(/::\/64$/, ':…') : group.replace(/\.\d+$/, '.x');
}
