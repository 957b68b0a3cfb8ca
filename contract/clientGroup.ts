import { isIpv4 } from './ipRange.ts';

const GROUPS = 8;
/** Providers assign a /64 to one customer, who can use all its 2^64 addresses, and often a /48. */
const GROUPS_OF_ONE_CUSTOMER = 4;
const GROUPS_OF_ONE_SITE = 3;
/** The allowance of a /48, in allowances of a /64 (D81) */
const SITE_FACTOR = 10;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * Returns the IP address in a hop of a forwarded header or of a socket, in its one spelling: without port, brackets and zone, an IPv4-mapped
 * IPv6 address as IPv4. null: it names no IP address (D81).
 */
export function clientAddress(hop: string): string | null {
  const text = hop.trim();
  const [, host = text] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const plain = host.replace(/%[\w.~-]+$/, '');
  const ipv4 = MAPPED.exec(plain)?.[1] ?? plain;
  if (isIpv4(ipv4)) return ipv4;
  const isIpv6 = plain.includes(':') && /^[0-9a-f:.]+$/i.test(plain) && URL.canParse(`http://[${plain}]/`);
  return isIpv6 ? new URL(`http://[${plain}]/`).hostname.slice(1, -1) : null;
}

/** Headers of a request, by their names in lower case. They are changed in place. */
type Headers = Record<string, string | string[] | undefined>;

/**
 * Cleans what a proxy says about the client, before anything reads it: the hops of `x-forwarded-for` become IP addresses, and what is none
 * is dropped with all that its sender passed on, so that the proxy itself counts (D81). `x-forwarded-proto` must be http or https.
 *
 * @returns false if a hop was no IP address
 */
export function cleanForwarded(headers: Headers): boolean {
  if (!/^https?(?:\s*,\s*https?)*$/i.test(String(headers['x-forwarded-proto'] ?? ''))) delete headers['x-forwarded-proto'];
  const named = headers['x-forwarded-for'];
  if (named === undefined) return true;
  const hops = String(named).split(',').map(clientAddress);
  const kept = hops.slice(hops.lastIndexOf(null) + 1);
  if (kept.length > 0) headers['x-forwarded-for'] = kept.join(', ');
  else delete headers['x-forwarded-for'];
  return kept.length === hops.length;
}

/**
 * Returns the key under which a client is compared and counted: an IPv4 address, or the /64 of an IPv6 address ("2001:db8:0:1::/64").
 * What is no IP address, such as an id, is returned unchanged.
 */
export const clientGroup = (client: string): string => groupOf(client, GROUPS_OF_ONE_CUSTOMER);

/** What a limit of a client counts: a key, and how many times the allowance it has. */
export interface ClientGroup {
  group: string;
  factor: number;
}

/**
 * Returns what a limit of a client, or of a {@link clientGroup}, counts: the group and, of an IPv6 address, its /48 with ten times the
 * allowance (D81). Who names the client may stand before it: "cw_1 2001:db8:0:1::/64".
 */
export function clientGroups(clientOrGroup: string): ClientGroup[] {
  const [, namedBy = '', client = ''] = /^(.* )?(.*)$/s.exec(clientOrGroup.replace(/::\/64$/, '::')) ?? [];
  const [group, site] = [clientGroup(client), groupOf(client, GROUPS_OF_ONE_SITE)];
  const groups = [{ group, factor: 1 }, ...(site === group ? [] : [{ group: site, factor: SITE_FACTOR }])];
  return groups.map((one) => ({ ...one, group: namedBy + one.group }));
}

/** Returns whether a client counts for a group. */
export const isOfGroup = (client: string, group: string): boolean => clientGroups(client).some((one) => one.group === group);

/** Returns the first group of a client that has used up its allowance; undefined: none. `most`: of a /64. `countOf`: what a group uses. */
export const fullGroup = (client: string, most: number, countOf: (group: string) => number): ClientGroup | undefined =>
  clientGroups(client).find(({ group, factor }) => countOf(group) >= most * factor);

function groupOf(client: string, length: number): string {
  const address = clientAddress(client);
  if (address === null || !address.includes(':')) return address ?? client;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, length).join(':')}::/${length * 16}`;
}
