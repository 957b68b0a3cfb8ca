import { describe, expect, it } from 'vitest';
import { isBot } from '../http/bots.server.ts';
import { preferredLocale } from './localeRedirect.server.ts';

describe('preferredLocale', () => {
  it.each([
    ['ru', 'ru'],
    ['ru-RU,ru;q=0.9,en-US;q=0.8', 'ru'],
    ['en-GB,en;q=0.9,ru;q=0.8', 'en'],
    ['en;q=0.3, ru;q=0.7', 'ru'],
    ['de, ru;q=0.8, en;q=0.5', 'ru'],
    ['uk, de', null],
    ['ru;q=0, en;q=0.1', 'en'],
    ['*', null],
    ['', null],
    [undefined, null],
    [';;;,,q=1;ru', null],
  ])('%s → %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale);
  });
});

describe('isBot', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; YandexBot/3.0)',
    'TelegramBot (like TwitterBot)',
    'facebookexternalhit/1.1',
    'curl/8.4.0',
    '',
    undefined,
  ])('knows %s as a program', (agent) => {
    expect(isBot(agent)).toBe(true);
  });

  it.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 13; Cubot X70) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
  ])('takes %s for a person', (agent) => {
    expect(isBot(agent)).toBe(false);
  });
});
