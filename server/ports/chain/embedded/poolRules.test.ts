import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { isPooled } from '../treasury.ts';
import { batchFee, changeOf, poolRulesOf } from './poolRules.ts';

const networks = [...loadCatalogue().networks.values()];
const rulesOf = (slug: string) => poolRulesOf(networks.find((network) => network.slug === slug) ?? expect.fail(slug));

describe('the rules of pooled networks', () => {
  it('exist for exactly the networks that are pooled', () => {
    for (const network of networks) {
      if (isPooled(network)) expect(poolRulesOf(network).mostPayees).toBeGreaterThan(1);
      else expect(() => poolRulesOf(network)).toThrow(network.slug);
    }
  });

  it('make 50 payments of Bitcoin in a batch cost at most 0.3 of what they cost alone', () => {
    expect(batchFee(rulesOf('bitcoin'), '0.00001', 1, 8)).toBe('0.00001');
    expect(batchFee(rulesOf('bitcoin'), '0.00001', 50, 8)).toBe('0.0001178');
  });

  it('spend whole coins, and never more than is unlocked', () => {
    const wallet = { held: '500', spendable: '475' };
    expect(changeOf(wallet, '20', 12)).toBe('5');
    expect(changeOf(wallet, '25', 12)).toBe('0');
    expect(changeOf(wallet, '25.000000000001', 12)).toBe('24.999999999999');
    expect(changeOf(wallet, '470', 12)).toBe('5');
    expect(changeOf({ held: '500', spendable: '472' }, '470', 12)).toBe('2');
    // Coins below the base unit
    expect(changeOf({ held: '0.000000000003', spendable: '0.000000000003' }, '0.000000000002', 12)).toBe('0.000000000001');
  });
});
