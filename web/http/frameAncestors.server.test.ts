import { expect, it } from 'vitest';
import { frameAncestors } from './frameAncestors.server.ts';
import { pageHeaders } from './securityHeaders.server.ts';

const MESSENGER = 'https://web.telegram.org';
const SHELLS = [
  { prefix: '/', framedBy: [] },
  { prefix: '/tg/', framedBy: [MESSENGER] },
];
const PAGE = { nonce: 'n', origin: 'https://swap.example', isPrivate: false };

it.each(['/', '/ru', '/ru/tg/', '/tgx', '/support'])('lets no site frame %s', (path) => {
  expect(frameAncestors(path, SHELLS)).toEqual([]);
});

it.each(['/tg', '/tg/', '/tg/ru/support'])('lets the site of another shell frame its page %s', (path) => {
  expect(frameAncestors(path, SHELLS)).toEqual([MESSENGER]);
});

it('forbids frames in both headers, for all pages of this host', () => {
  const headers = pageHeaders({ ...PAGE, framedBy: frameAncestors('/tg/') });
  expect(headers['content-security-policy']).toContain("; frame-ancestors 'none';");
  expect(headers['x-frame-options']).toBe('DENY');
});

it('allows the sites of a shell, which X-Frame-Options cannot name', () => {
  const headers = pageHeaders({ ...PAGE, framedBy: [MESSENGER] });
  expect(headers['content-security-policy']).toContain(`; frame-ancestors ${MESSENGER};`);
  expect(headers['x-frame-options']).toBeUndefined();
});
