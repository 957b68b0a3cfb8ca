import { describe, expect, it } from 'vitest';
import { readPairPath, readQuery, writeQuery } from './readOpening.ts';

describe('the path', () => {
  it('yields the pair', () => {
    expect(readPairPath('exchange-btc-usdttrc20')).toEqual({ send: 'btc', receive: 'usdttrc20' });
  });

  it.each(['exchange-btc', 'exchange-btc-eth-xrp', 'exchange--eth', 'exchange-BTC-eth', 'other-btc-eth', 'exchange-btc-e%74h'])(
    'yields no pair: %s',
    (segment) => {
      expect(readPairPath(segment)).toBeNull();
    },
  );
});

describe('the query', () => {
  const read = (query: string) => readQuery(new URLSearchParams(query));

  it('yields instruments and amount', () => {
    expect(read('send=BTC&receive=eth&amount=0.5&ref=x')).toEqual({ send: 'btc', receive: 'eth', amount: '0.5' });
  });

  it('uses coin as the receive instrument unless receive is set', () => {
    expect(read('coin=eth').receive).toBe('eth');
    expect(read('coin=eth&receive=xrp').receive).toBe('xrp');
  });

  it.each(['abc', '-1', '1e5', '1,5', '0', '', '1.', 'Infinity'])('ignores the amount %j', (amount) => {
    expect(read(`amount=${amount}`).amount).toBeNull();
  });

  it('is written without outdated values and preserves other parameters', () => {
    expect(writeQuery('?ref=ann&coin=eth&amount=1', { send: 'btc', receive: 'eth', amount: null })).toBe(
      'ref=ann&send=btc&receive=eth',
    );
    expect(writeQuery('', { send: 'btc', receive: 'eth', amount: '0.5' })).toBe('send=btc&receive=eth&amount=0.5');
  });
});
