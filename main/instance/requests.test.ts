import { describe, expect, it } from 'vitest';
import { pageOfLink, requestsOf } from './requests.ts';

describe('requestsOf', () => {
  it('finds links and order passes among the arguments', () => {
    const commandLine = [
      '/opt/causeway',
      '--no-sandbox',
      'causeway://order___abc',
      'pass.orderpass',
      '/home/anna/b.ORDERPASS',
      'x',
    ];
    expect(requestsOf(commandLine, '/home/anna')).toEqual({
      links: ['causeway://order___abc'],
      files: ['/home/anna/pass.orderpass', '/home/anna/b.ORDERPASS'],
    });
  });

  it('ignores switches, the program itself and other files', () => {
    const commandLine = ['causeway://x', '--open=causeway://order___abc', 'https://evil.example', '/etc/passwd', '.'];
    expect(requestsOf(commandLine, '/')).toEqual({ links: [], files: [] });
  });
});

describe('pageOfLink', () => {
  it.each([
    ['causeway://exchange___btc-usdttrc20', '/exchange-btc-usdttrc20'],
    ['causeway://exchange___btc-usdttrc20/', '/exchange-btc-usdttrc20'],
    ['CAUSEWAY:order___AbC', '/order/AbC'],
    ['causeway://home', '/'],
    ['causeway://home___/evil', '/evil'],
    ['causeway://home___//evil.example', '/evil.example'],
  ])('%s leads to %s', (link, path) => {
    expect(pageOfLink(link)).toBe(path);
  });

  it.each([
    'causeway://',
    'causeway:',
    'causeway:///home',
    'causeway://home\n--flag',
    'causeway://evil.example/home',
    'causeway://home@evil.example',
    'causeway://signed-in?code=a&state=b',
    'https://home',
    'javascript:home',
    `causeway://order___${'a'.repeat(3_000)}`,
  ])('%j leads nowhere', (link) => {
    expect(pageOfLink(link)).toBeNull();
  });
});
