import { expect, it } from 'vitest';
import { frameAncestors } from './frameAncestors.server.ts';
import { pageHeaders } from './securityHeaders.server.ts';

const MESSENGER = 'https://web.telegram.org';
const PAGE = { nonce: 'n', origin: 'https://swap.example', isPrivate: false };

it.each(['/', '/ru', '/ru/tg/', '/tgx', '/TG/', '/%74g/', '/support'])('lets no site frame %s', (path) => {
  const headers = pageHeaders({ ...PAGE, framedBy: frameAncestors(path, [MESSENGER]) });
  expect(headers['content-security-policy']).toContain("; frame-ancestors 'none';");
  expect(headers['x-frame-options']).toBe('DENY');
});

it.each(['/tg', '/tg/', '/tg/ru/support'])('lets the messenger frame %s, which X-Frame-Options cannot say', (path) => {
  const headers = pageHeaders({ ...PAGE, framedBy: frameAncestors(path, [MESSENGER, 'https://other.example']) });
  expect(headers['content-security-policy']).toContain(`; frame-ancestors ${MESSENGER} https://other.example;`);
  expect(headers['x-frame-options']).toBeUndefined();
});

it('lets no site frame the mini-app when no messenger may', () => {
  const headers = pageHeaders({ ...PAGE, framedBy: frameAncestors('/tg', []) });
  expect(headers['content-security-policy']).toContain("; frame-ancestors 'none';");
});
