import { describe, expect, it } from 'vitest';
import { framePolicy } from './framePolicy.server.ts';
import { pageHeaders } from './securityHeaders.server.ts';

const MINI_APP = { prefix: '/tg/', framedBy: ['https://web.telegram.org'] };
const shells = [{ prefix: '/', framedBy: [] }, MINI_APP];

describe('framePolicy', () => {
  it.each(['/', '/ru', '/ru/tg/', '/tgx', '/support'])('lets no site frame %s', (path) => {
    expect(framePolicy(path, shells)).toEqual({
      frameAncestors: "frame-ancestors 'none'",
      headers: { 'x-frame-options': 'DENY' },
    });
  });

  it.each(['/tg', '/tg/', '/tg/ru/support'])('lets the site of another shell frame its page %s', (path) => {
    expect(framePolicy(path, shells)).toEqual({ frameAncestors: 'frame-ancestors https://web.telegram.org', headers: {} });
  });

  it('lets nobody frame a page of this host', () => {
    const headers = pageHeaders({ nonce: 'n', origin: 'https://swap.example', path: '/tg/', isPrivate: false });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  });
});
