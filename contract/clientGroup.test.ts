import { expect, test } from 'vitest';
import { clientAddress, clientGroup, clientGroups } from './clientGroup.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7:40001 ', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['[::FFFF:203.0.113.7]:443', '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:0DB8:0001:0002::9]:40001', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80::1', 'fe80:0:0:0::/64'],
  ['[fe80::1%25eth0]:80', 'fe80::1', 'fe80:0:0:0::/64'],
])('%s is %s and counts as %s', (hop, address, group) => {
  expect([clientAddress(hop), clientGroup(hop)]).toEqual([address, group]);
});

test.each([
  'nonsense',
  'nonsense:1',
  '1::2]/x',
  '1:2:3',
  '256.0.0.1',
  '010.0.0.1',
  '1.2.3.4:port',
  '[1.2.3.4',
  'unknown',
  '_hidden',
  '',
])('%s is no IP address, and counts as itself', (hop) =>
  expect([clientAddress(hop), clientGroups(hop)]).toEqual([null, [{ group: hop, factor: 1 }]]),
);

test('an IPv6 address counts for its /64, and for its /48 with ten times the allowance', () => {
  expect(clientGroups('203.0.113.7')).toEqual([{ group: '203.0.113.7', factor: 1 }]);
  for (const client of ['2001:db8:1:2::9', '2001:db8:1:2::/64'])
    expect(clientGroups(client)).toEqual([
      { group: '2001:db8:1:2::/64', factor: 1 },
      { group: '2001:db8:1::/48', factor: 10 },
    ]);
  // A customer whom a partner names, and all keys of a customer.
  expect(clientGroups('cw_1 2001:db8:1:2::/64').map(({ group }) => group)).toEqual([
    'cw_1 2001:db8:1:2::/64',
    'cw_1 2001:db8:1::/48',
  ]);
  expect(clientGroups('customer 12')).toEqual([{ group: 'customer 12', factor: 1 }]);
});
