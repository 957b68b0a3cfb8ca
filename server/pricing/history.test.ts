import { describe, expect, it } from 'vitest';
import { pairHistory } from './history.ts';

const points = (...rows: [number, string][]) => rows.map(([at, price]) => ({ at, price }));

describe('the history of a pair', () => {
  it('divides each point by the latest earlier point of the other coin', () => {
    const rows = {
      BTC: points([1_000, '100'], [2_000, '110'], [3_000, '120']),
      ETH: points([900, '10'], [1_900, '11'], [2_950, '8'], [3_500, '1']),
    };
    const { points: prices, changePercent } = pairHistory(
      { history: (symbol) => (symbol === 'BTC' ? rows.BTC : rows.ETH) },
      'BTC',
      'ETH',
    );
    expect(prices.map(({ price }) => price)).toEqual(['10', '10', '15']);
    expect(prices[0]?.at).toBe('1970-01-01T00:00:01.000Z');
    expect(changePercent).toBe('50');
  });

  it('is empty if a source has none', () => {
    const feed = { history: (symbol: string) => (symbol === 'BTC' ? points([1_000, '100']) : []) };
    expect(pairHistory(feed, 'BTC', 'NOPE')).toEqual({ points: [], changePercent: '0' });
    expect(pairHistory(feed, 'NOPE', 'BTC')).toEqual({ points: [], changePercent: '0' });
  });
});
