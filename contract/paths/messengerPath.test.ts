import { expect, it } from 'vitest';
import { inMessenger, messengerPath, sitePath } from './messengerPath.ts';

it.each([
  ['/tg', '/'],
  ['/tg/', '/'],
  ['/tg/ru', '/ru'],
  ['/tg/ru/support', '/ru/support'],
  ['/tg/tg', '/tg'],
])('shows %s in the messenger as %s', (address, path) => {
  expect([messengerPath(address), sitePath(address)]).toEqual([path, path]);
});

it.each(['/', '/ru/tg', '/tgx', '/TG/support', '/%74g/support', '//tg/x'])('shows %s on the website', (address) => {
  expect([messengerPath(address), sitePath(address)]).toEqual([null, address]);
});

it.each([
  ['/', '/tg'],
  ['/?signIn=%2Fprofile%2Finfo', '/tg?signIn=%2Fprofile%2Finfo'],
  ['/ru/order/abc?a=1', '/tg/ru/order/abc?a=1'],
])('addresses %s as %s', (path, address) => {
  expect(inMessenger(path)).toBe(address);
});
