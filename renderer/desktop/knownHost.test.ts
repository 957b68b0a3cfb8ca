import { expect, it } from 'vitest';
import { memoryStorage } from '../../tests/support/browser/fakePlatform.ts';
import { keepKnownHost, readKnownHost } from './knownHost.ts';

const SITE = 'https://exchange.example.org';
const host = { features: ['embedded-networks'], sandbox: true, brand: 'Causeway' };

it('remembers the announcement of a host, not that of another one', () => {
  const storage = memoryStorage();
  expect(readKnownHost(storage, SITE)).toBeNull();
  keepKnownHost(storage, SITE, host);
  expect(readKnownHost(storage, SITE)).toEqual(host);
  expect(readKnownHost(storage, 'https://other.example.org')).toBeNull();
});

it.each([
  '',
  '{',
  'null',
  '5',
  '[]',
  { host },
  { siteUrl: SITE },
  { siteUrl: SITE, host: null },
  { siteUrl: SITE, host: { features: [1] } },
])('takes a damaged entry for none: %j', (entry) => {
  const storage = memoryStorage();
  storage.set('known-host', typeof entry === 'string' ? entry : JSON.stringify(entry));
  expect(readKnownHost(storage, SITE)).toBeNull();
});
