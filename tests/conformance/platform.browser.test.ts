// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { createBrowserPlatform } from '../../web/browser/browserPlatform.ts';
import { define, openPage } from './pageUnderTest.ts';
import { describePlatform } from './platform.ts';

describePlatform('the platform of a browser', () => openPage(() => createBrowserPlatform({ buildId: 'test' })));

afterEach(() => define(navigator, 'doNotTrack', null));

test.each([
  ['1', false],
  [null, true],
] as const)('with Do Not Track %j the platform has a fingerprint: %j', (doNotTrack, hasFingerprint) => {
  define(navigator, 'doNotTrack', doNotTrack);
  expect('fingerprint' in createBrowserPlatform({ buildId: 'test' })).toBe(hasFingerprint);
});
