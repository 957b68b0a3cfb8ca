import { expect, test } from 'vitest';
import { parseIpRange, readIpRangeLines } from './ipRange.ts';

test.each([
  ['185.12.4.7', { family: 'ipv4', address: '185.12.4.7', prefix: 32 }],
  [' 185.12.4.0/24 ', { family: 'ipv4', address: '185.12.4.0', prefix: 24 }],
  ['0.0.0.0/0', { family: 'ipv4', address: '0.0.0.0', prefix: 0 }],
  ['2a01:4f8:c2c::/48', { family: 'ipv6', address: '2a01:4f8:c2c::', prefix: 48 }],
  ['::1', { family: 'ipv6', address: '::1', prefix: 128 }],
  ['::ffff:10.0.0.1', { family: 'ipv6', address: '::ffff:10.0.0.1', prefix: 128 }],
])('reads %j', (text, range) => {
  expect(parseIpRange(text)).toEqual(range);
});

test.each([
  ['', 'ADDRESS'],
  ['example.org', 'ADDRESS'],
  ['10.0.0', 'ADDRESS'],
  ['10.0.0.256', 'ADDRESS'],
  ['010.0.0.1', 'ADDRESS'],
  ['0x7f.0.0.1', 'ADDRESS'],
  ['2130706433', 'ADDRESS'],
  ['1::2::3', 'ADDRESS'],
  ['fe80::1%eth0', 'ADDRESS'],
  ['[::1]', 'ADDRESS'],
  ['::1]/..[', 'ADDRESS'],
  ['10.0.0.0/40', 'PREFIX_IPV4'],
  ['10.0.0.0/', 'PREFIX_IPV4'],
  ['10.0.0.0/08', 'PREFIX_IPV4'],
  ['10.0.0.0/255.0.0.0', 'PREFIX_IPV4'],
  ['10.0.0.0/8/8', 'PREFIX_IPV4'],
  ['::/129', 'PREFIX_IPV6'],
])('rejects %j', (text, problem) => {
  expect(parseIpRange(text)).toBe(problem);
});

test('names the first wrong line of a list and ignores empty ones', () => {
  expect(readIpRangeLines('185.12.4.0/24\r\n\n 10.0.0.0/40\nx')).toEqual({
    ranges: ['185.12.4.0/24', '10.0.0.0/40', 'x'],
    wrong: { line: 3, problem: 'PREFIX_IPV4' },
  });
  expect(readIpRangeLines('\n')).toEqual({ ranges: [], wrong: null });
});
