import { BlockList, isIP } from 'node:net';
import { ApiError } from '../../../contract/errors.ts';
import { clientAddress } from '../../../contract/clientGroup.ts';
import { parseIpRange } from '../../../contract/ipRange.ts';

const PROBLEMS = {
  ADDRESS: 'is not an IP address or range',
  PREFIX_IPV4: 'must end in /0 to /32',
  PREFIX_IPV6: 'must end in /0 to /128',
} as const;

/** Returns the ranges without spaces around them. Throws ERR_VALIDATION with `details.line`, counted from 1, and `details.problem`. */
export function checkWhiteList(ranges: readonly string[]): string[] {
  for (const [index, range] of ranges.entries()) {
    const parsed = parseIpRange(range);
    if (typeof parsed !== 'string') continue;
    const line = index + 1;
    throw new ApiError('ERR_VALIDATION', `Entry ${line} of whiteListIp ${PROBLEMS[parsed]}.`, {
      field: 'whiteListIp',
      line,
      problem: parsed,
    });
  }
  return ranges.map((range) => range.trim());
}

/** Returns whether a white list accepts calls from an IP address. An empty list accepts every address. */
export function isOnWhiteList(ranges: readonly string[], client: string): boolean {
  if (ranges.length === 0) return true;
  const address = clientAddress(client) ?? '';
  const version = isIP(address);
  if (version === 0) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const parsed = parseIpRange(range);
    if (typeof parsed !== 'string') list.addSubnet(parsed.address, parsed.prefix, parsed.family);
  }
  return list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
