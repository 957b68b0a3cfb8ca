const GROUPS = 8;
/** The part that a provider gives to one customer, who can then choose among 2^64 addresses. */
const GROUPS_OF_ONE_CUSTOMER = 4;

/**
 * What limits count by: an IPv4 address itself, an IPv6 address' first 64 bits ("2001:db8:0:1::/64"). An IPv4 address in
 * IPv6 clothes is the IPv4 address. Text that is no address is given back as it is.
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
