import { describe, expect, it } from 'vitest';
import { indexRedirect } from './indexRedirect.server.ts';

const instruments = () =>
  Promise.resolve([
    ...[
      { slug: 'btc', bestChangeName: 'BTC' },
      { slug: 'usdttrc20', bestChangeName: 'USDTTRC20' },
      { slug: 'xmr', bestChangeName: 'MONERO' },
      { slug: 'monero', bestChangeName: 'OTHER' },
      { slug: '//evil', bestChangeName: 'EVIL' },
    ].map((coin) => ({ ...coin, instrumentType: 'crypto' as const })),
    { slug: 'usd', bestChangeName: 'CARDUSD', instrumentType: 'fiat' as const, activeToSend: true },
    { slug: 'gbp', bestChangeName: 'CARDGBP', instrumentType: 'fiat' as const, activeToSend: false },
  ]);

const away = () => Promise.reject(new Error('away'));

describe('indexRedirect', () => {
  it.each([
    ['/', '?cur_from=BTC&cur_to=USDTTRC20&ref=bestchange', '/exchange-btc-usdttrc20?ref=bestchange'],
    ['/ru', '?cur_from=btc&cur_to=usdttrc20&ref=a', '/ru/exchange-btc-usdttrc20?ref=a'],
    ['/', '?cur_from=BTC&cur_to=USDTTRC20', '/exchange-btc-usdttrc20'],
    ['/', '?cur_from=BTC&cur_to=MONERO&ref=a', '/exchange-btc-monero?ref=a'],
    ['/', '?cur_from=OTHER&cur_to=btc&ref=a', '/exchange-monero-btc?ref=a'],
    ['/', '?cur_from=BTC&cur_to=USDTTRC20&ref=a%0d%0ab', '/exchange-btc-usdttrc20'],
    ['/', '?cur_from=BTC&cur_to=NOPE&ref=a', '/'],
    ['/ru', '?cur_from=NOPE&cur_to=BTC&ref=a', '/ru'],
    ['/', '?cur_from=BTC&cur_to=BTC&ref=a', '/'],
    ['/', '?cur_from=BTC&ref=a', '/'],
    ['/', '?cur_from=EVIL&cur_to=BTC&ref=a', '/'],
    ['/', '?cur_from=//evil.example&cur_to=BTC&ref=a', '/'],
    ['/', '?cur_from=USD&cur_to=BTC&ref=x', '/exchange-usd-btc?ref=x'],
    ['/', '?cur_from=CARDUSD&cur_to=BTC', '/exchange-usd-btc'],
    ['/', '?cur_from=GBP&cur_to=BTC', '/'],
    ['/', '?cur_from=BTC&cur_to=USD', '/'],
    ['/', '?cur_from=BTC&cur_to=XMR&amount=0.5&ref=a', '/exchange-btc-xmr?ref=a&amount=0.5'],
    ['/', '?cur_from=BTC&cur_to=XMR&amount=-1', '/exchange-btc-xmr'],
    ['/', '?ref=a', null],
    ['/', '', null],
    ['/support', '?cur_from=BTC&cur_to=USDTTRC20&ref=a', null],
  ])('%s%s → %s', async (path, search, location) => {
    expect(await indexRedirect({ path, search }, instruments)).toBe(location);
  });

  it('prefers a slug to a BestChange name', async () => {
    expect(await indexRedirect({ path: '/', search: '?cur_from=monero&cur_to=btc' }, instruments)).toBe('/exchange-monero-btc');
  });

  it('redirects to the home page when the API host does not answer', async () => {
    expect(await indexRedirect({ path: '/', search: '?cur_from=BTC&cur_to=XMR&ref=a' }, away)).toBe('/');
  });
});
