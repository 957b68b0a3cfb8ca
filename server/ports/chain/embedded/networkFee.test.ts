import { describe, expect, it } from 'vitest';
import { amount, compare } from '../../../../contract/money.ts';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { chargedFee, networkFeeAt } from './networkFee.ts';

const catalogue = loadCatalogue();
const ethereum = catalogue.networks.get('ethereum');
const eth = catalogue.instruments.get('eth');
if (!ethereum || !eth) throw new Error('the catalogue lost Ethereum');
const digest = new Uint8Array(32).fill(9);

describe('fees of embedded networks', () => {
  it('stay within 15 % of the typical fee, and change over time', () => {
    const fees = Array.from({ length: 100 }, (_, minute) => networkFeeAt(ethereum, eth, () => '3000', minute * 60_000));
    const typical = amount(ethereum.typicalFeeUsd).div(amount('3000'));
    expect(new Set(fees).size).toBeGreaterThan(50);
    for (const fee of fees) {
      expect(amount(fee).gte(typical.times(amount('0.85')))).toBe(true);
      expect(amount(fee).lte(typical.times(amount('1.16')))).toBe(true);
    }
  });

  it('can’t be computed while the native coin has no price', () => {
    expect(() => networkFeeAt(ethereum, eth, () => undefined, 0)).toThrow(ChainUnavailableError);
  });

  it('are charged up to the estimate, and less when the address holds little', () => {
    const charged = chargedFee('0.001', '1', digest, 18);
    expect(compare(charged ?? '0', '0.001')).toBeLessThanOrEqual(0);
    expect(compare(charged ?? '0', '0.0009')).toBeGreaterThanOrEqual(0);
    expect(chargedFee('0.001', '0.0006', digest, 18)).toBe('0.0006');
    expect(chargedFee('0.001', '0.0004', digest, 18)).toBeUndefined();
  });
});
