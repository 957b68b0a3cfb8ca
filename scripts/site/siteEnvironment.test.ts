import { describe, expect, it } from 'vitest';
import { parseSiteEnvironment } from './siteEnvironment.ts';

describe('the site environment', () => {
  it('has defaults that work on a new machine', () => {
    expect(parseSiteEnvironment({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      apiUrl: null,
      trustedProxies: [],
      publicOrigin: null,
      messengerOrigins: ['https://web.telegram.org'],
      checkMeta: false,
      signingKeys: [],
    });
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['API_URL', 'api.example.org'],
    ['API_URL', 'ftp://api.example.org'],
    ['API_URL', 'https://api.example.org/v1'],
    ['PUBLIC_ORIGIN', 'swap.example'],
    ['MESSENGER_ORIGINS', 'https://web.telegram.org/k'],
    ['MESSENGER_ORIGINS', "'self'"],
    ['PINNED_SIGNING_KEYS', 'ab12'],
  ])('refuses %s=%s with a sentence that names it', (name, value) => {
    expect(() => parseSiteEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} must be .*"${value}"`));
  });

  it('reads an API host and trusted proxies', () => {
    const environment = parseSiteEnvironment({ API_URL: 'https://api.example.org', TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2' });
    expect(environment.apiUrl).toBe('https://api.example.org');
    expect(parseSiteEnvironment({ MESSENGER_ORIGINS: 'https://a.example, https://b.example' }).messengerOrigins).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
    expect(environment.trustedProxies).toEqual(['10.0.0.1', '10.0.0.2']);
  });
});
