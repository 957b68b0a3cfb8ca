const GROUPS = 8;
/** Providers assign a /64 to one customer, who can use all its 2^64 addresses. */
const GROUPS_OF_ONE_CUSTOMER = 4;

/**
 * Returns the key for rate limits: an IPv4 address, or the /64 of an IPv6 address ("2001:db8:0:1::/64"). An IPv4-mapped IPv6
 * address counts as IPv4. Other text is returned unchanged.
 */
export function clientGroup(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const plain = address.toLowerCase().replace(/%.*$/, '');
  if (!/^[0-9a-f:.]+$/.test(plain) || !URL.canParse(`http://[${plain}]/`)) return address;
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  const prefix = groups.slice(0, GROUPS_OF_ONE_CUSTOMER).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${prefix.join(':')}::/64`;
}
