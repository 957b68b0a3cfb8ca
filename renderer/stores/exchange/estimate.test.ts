import { describe, expect, it } from 'vitest';
import { compare } from '../../../contract/money.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { sampleQuote } from '../../../tests/support/samples/sampleQuote.ts';
import { boundsOf, estimateToGet, estimateToGive, percentBelowMarket, serviceFee, worthInUsd } from './estimate.ts';

const pair = sampleQuote();

describe('an estimate', () => {
  it('subtracts the network fee from the amount to receive and rounds down', () => {
    expect(estimateToGet(pair, '0.05')).toBe('3480.6');
    expect(estimateToGet(sampleQuote({ price: '69650.123456789' }), '0.01234567')).toBe('857.977439');
  });

  it('adds the network fee to the amount to send and rounds up to the claimable decimals', () => {
    expect(estimateToGive(pair, '3480.6')).toBe('0.05');
    expect(estimateToGive(pair, '1')).toBe('0.00004164');
    const coarse = sampleQuote({ instrumentFrom: sampleInstrument('btc', { precisionDecimals: 2 }) });
    expect(estimateToGive(coarse, '1')).toBe('0.01');
  });

  it('never gains from converting back and forth', () => {
    for (const toGet of ['1', '999.999999', '12345.678901']) {
      const toGive = estimateToGive(pair, toGet);
      expect(compare(estimateToGet(pair, toGive ?? '0') ?? '0', toGet)).toBeGreaterThanOrEqual(0);
    }
  });

  it('is null if the fee exceeds the amount or without a price', () => {
    expect(estimateToGet(pair, '0.00001')).toBeNull();
    expect(estimateToGive(sampleQuote({ price: '0' }), '1')).toBeNull();
  });
});

it('applies the tightest bounds', () => {
  expect(boundsOf(pair)).toEqual({ minimum: '0.0009', maximum: '4.2' });
  const network = sampleQuote({ depositRules: { minAmount: '0.01', maxAmount: '3' }, marketMinAmount: '0.02' });
  expect(boundsOf(network)).toEqual({ minimum: '0.02', maximum: '3' });
});

it('measures the distance from the mid price with all fees', () => {
  expect(percentBelowMarket(pair, { toGive: '1', toGet: '63000' })).toBe('10');
  expect(percentBelowMarket(pair, { toGive: '1', toGet: '70700' })).toBe('-1');
  expect(percentBelowMarket(pair, { toGive: '1', toGet: '69272' })).toBe('1');
  expect(
    percentBelowMarket(sampleQuote({ marketLeftPrice: '0', marketRightPrice: '0' }), { toGive: '1', toGet: '1' }),
  ).toBeNull();
});

it('returns the USD value of each side with two decimals', () => {
  expect(worthInUsd(pair, 'send', '0.05')).toBe('3500.00');
  expect(worthInUsd(pair, 'receive', '3480.689')).toBe('3480.68');
});

it('scales the service fee with the amount', () => {
  expect(serviceFee(pair, '0.05')).toBe('17.5');
  expect(serviceFee(pair, '0.1')).toBe('35');
});
