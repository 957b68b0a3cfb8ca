import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAGE_NAMES } from '../pages.ts';
import { deepLinkPath } from './deepLinks.ts';
import { isOwnPath } from './ownPath.ts';

const encoded = (argument: string): string => `b64-${Buffer.from(argument).toString('base64url')}`;

/** All codes of D65 */
const CODES = [
  'home exchange popular-exchanges price lk wallet affiliate swap-api widget cashback docs blog how-it-works roadmap',
  'for-competent-authorities order support profile-info profile-history profile-cashback profile-affiliate-program',
  'profile-keys profile-verification profile-wallet profile-withdraw',
].flatMap((codes) => codes.split(' '));

it('knows the codes of D65 and no other page', () => {
  expect(CODES).toHaveLength(25);
  expect(CODES.filter((code) => deepLinkPath(code) === null)).toEqual([]);
  expect(PAGE_NAMES.filter((name) => !CODES.includes(name) && deepLinkPath(name) !== null)).toEqual([]);
});

it.each([
  ['home', '/'],
  ['exchange___btc-usdttrc20', '/exchange-btc-usdttrc20'],
  ['exchange', '/'],
  ['order___AbC_12-3', '/order/AbC_12-3'],
  [`order___${encoded('abc?destinationAddress=TXYZ')}`, '/order/abc?destinationAddress=TXYZ'],
  ['docs___api/orders', '/docs/api/orders'],
  ['profile-verification', '/profile/verification'],
  ['how-it-works___fees', '/how-it-works/fees'],
  ['profile-withdraw', '/profile/withdraw'],
  ['support___', '/support'],
])('%s leads to %s', (link, path) => {
  expect(deepLinkPath(link)).toBe(path);
});

it.each([
  ['home___/evil', '/evil'],
  ['home___//evil.example/x', '/evil.example/x'],
  ['home___\\\\evil.example', '/evil.example'],
  [`home___${encoded('//evil.example')}`, '/evil.example'],
  [`home___${encoded('\n//evil.example')}`, '/%0A/evil.example'],
  ['home___https://evil.example', '/https:/evil.example'],
  ['order___"><script>', '/order/%22%3E%3Cscript%3E'],
])('%s stays on this site', (link, path) => {
  expect(deepLinkPath(link)).toBe(path);
});

it.each([
  ['an unknown code', 'admin___x'],
  ['a property of objects', '__proto__'],
  ['another property of objects', 'constructor___x'],
  ['nothing', ''],
  ['an overlong argument', `order___${'a'.repeat(513)}`],
  ['bytes that are no UTF-8', 'order___b64-_____w'],
])('rejects %s', (_what, link) => {
  expect(deepLinkPath(link)).toBeNull();
});

it('gives a path of this site, or nothing, for any argument', () => {
  const argument = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[/\\.@:?#%\s]*evil[/\\.@:?#%\s]*$/));
  fc.assert(
    fc.property(fc.constantFrom('home', 'exchange', 'order'), argument, fc.boolean(), (code, text, isEncoded) => {
      const path = deepLinkPath(`${code}___${isEncoded ? encoded(text) : text}`);
      expect(path === null || (isOwnPath(path) && new URL(path, 'https://swap.example').host === 'swap.example')).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
