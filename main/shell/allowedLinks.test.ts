import { expect, it } from 'vitest';
import { isAllowedLink } from './allowedLinks.ts';

it.each([
  'https://blockstream.info/tx/abc',
  'mailto:support@causeway.example',
  'bitcoin:bc1qexample?amount=0.1',
  'ethereum:0xabc@1',
  'http://localhost:3000/support',
])('opens %s', (url) => {
  expect(isAllowedLink(url)).toBe(true);
});

it.each([
  'http://example.org/',
  'http://localhost.evil.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'causeway://home',
  'app://bundle/',
  'smb://host/share',
  'ms-msdt:/id',
  'ssh://host',
  'https://user:password@example.org/',
  'https://user@example.org/',
  '//example.org',
  '',
])('does not open %j', (url) => {
  expect(isAllowedLink(url)).toBe(false);
});
