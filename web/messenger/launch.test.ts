// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { launchParameters } from '../../scripts/messenger/launchParameters.ts';
import { readLaunch } from './launch.ts';

const OPENED = {
  botToken: '1:a',
  openedAt: Date.parse('2026-11-20T12:00:00Z'),
  user: { id: 7, language: 'ru' },
  theme: 'dark',
} as const;

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/tg');
});

it('reads what the messenger said and leaves none of it in the address', () => {
  history.replaceState(null, '', `/tg/ru?a=1${launchParameters({ ...OPENED, startParameter: 'order___abc', version: '7.10' })}`);
  const launch = readLaunch();
  expect(launch).toMatchObject({ version: '7.10', language: 'ru', mayWrite: true, link: 'order___abc' });
  expect(launch?.theme['bg_color']).toBe('#17212b');
  expect(new URLSearchParams(launch?.initData).get('hash')).toMatch(/^[0-9a-f]{64}$/);
  expect(location.pathname + location.search + location.hash).toBe('/tg/ru?a=1');
});

it('begins at the top, and after a reload where the customer was', () => {
  const scrolls = 'react-router-scroll-positions';
  sessionStorage.setItem(scrolls, '{"default":900}');
  history.replaceState(null, '', '/tg/support');
  readLaunch();
  expect(sessionStorage.getItem(scrolls)).not.toBeNull();
  history.replaceState(null, '', `/tg${launchParameters(OPENED)}`);
  readLaunch();
  expect(sessionStorage.getItem(scrolls)).toBeNull();
});

it('stays on its page after a reload, still with what it needs to sign in', () => {
  history.replaceState(null, '', `/tg${launchParameters({ ...OPENED, startParameter: 'order___abc' })}`);
  const first = readLaunch();
  history.replaceState(null, '', '/tg/support');
  const again = readLaunch();
  expect([again?.link, again?.initData === first?.initData, again?.version]).toEqual([null, true, '9.0']);
});

it('starts with what an old or broken client sends', () => {
  history.replaceState(
    null,
    '',
    '/tg#tgWebAppVersion=6&tgWebAppThemeParams=nonsense&tgWebAppData=user%3D%257B&tgWebAppPlatform=web',
  );
  expect(readLaunch()).toEqual({ version: '6.0', initData: 'user=%7B', language: null, mayWrite: false, theme: {}, link: null });
});

it('finds no messenger in a browser', () => {
  history.replaceState(null, '', '/tg#pass=abc');
  expect(readLaunch()).toBeNull();
  expect(location.hash).toBe('#pass=abc');
});
