import { expect, it } from 'vitest';
import { deviceOf } from '../../server/accounts/device.ts';
import { userAgentOf } from './userAgent.ts';

it.each([
  ['win32', 'Windows'],
  ['darwin', 'macOS'],
  ['linux', 'Linux'],
  ['freebsd', null],
] as const)('is recognised by the host as the desktop app on %s', (platform, system) => {
  expect(deviceOf(userAgentOf(platform))).toEqual({ browser: 'Desktop app', system });
});
