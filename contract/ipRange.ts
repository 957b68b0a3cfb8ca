/** Addresses that an API key accepts calls from: an IP address, or a range such as "185.12.4.0/24" (D49). */
export interface IpRange {
  family: 'ipv4' | 'ipv6';
  address: string;
  /** Leading bits that an address of the range shares with `address` */
  prefix: number;
}

/** ADDRESS: it has no valid address. PREFIX_IPV4, PREFIX_IPV6: what follows the slash is no number from 0 to 32, or to 128. */
export type IpRangeProblem = 'ADDRESS' | 'PREFIX_IPV4' | 'PREFIX_IPV6';

const BITS = { ipv4: 32, ipv6: 128 } as const;
const BYTE = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
/** Without leading zeros: some programs read "010" as 8. */
const IPV4 = new RegExp(String.raw`^${BYTE}(?:\.${BYTE}){3}$`);

export const isIpv4 = (text: string): boolean => IPV4.test(text);

/** Returns the range, or why the text is none. Spaces around it are ignored. */
export function parseIpRange(text: string): IpRange | IpRangeProblem {
  const [address = '', prefixText, ...rest] = text.trim().split('/');
  const family = familyOf(address);
  if (family === null) return 'ADDRESS';
  if (prefixText === undefined) return { family, address, prefix: BITS[family] };
  const prefix = /^(?:0|[1-9]\d{0,2})$/.test(prefixText) ? Number(prefixText) : Infinity;
  if (rest.length > 0 || prefix > BITS[family]) return family === 'ipv4' ? 'PREFIX_IPV4' : 'PREFIX_IPV6';
  return { family, address, prefix };
}

function familyOf(address: string): keyof typeof BITS | null {
  if (isIpv4(address)) return 'ipv4';
  const isIpv6 = address.includes(':') && /^[0-9a-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]/`);
  return isIpv6 ? 'ipv6' : null;
}

/** A text with one address or range a line. Empty lines are ignored. */
export interface IpRangeLines {
  ranges: string[];
  /** The first wrong line, counted from 1; null: all are right */
  wrong: { line: number; problem: IpRangeProblem } | null;
}

/** Returns the ranges of a text, one a line, and its first wrong line. */
export function readIpRangeLines(text: string): IpRangeLines {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const wrong = lines.flatMap((line, index) => {
    const parsed = line === '' ? null : parseIpRange(line);
    return typeof parsed === 'string' ? [{ line: index + 1, problem: parsed }] : [];
  });
  return { ranges: lines.filter(Boolean), wrong: wrong[0] ?? null };
}
