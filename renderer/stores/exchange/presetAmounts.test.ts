import { describe, expect, it } from 'vitest';
import { PRESET_MULTIPLES } from '../../../contract/limits.ts';
import { presetAmounts } from './presetAmounts.ts';

describe('the table of amounts', () => {
  it('has the preset multiples of one coin where they can be exchanged', () => {
    expect(presetAmounts({ minimum: '0.001', maximum: '2000' })).toEqual([...PRESET_MULTIPLES]);
    expect(presetAmounts({ minimum: '0.3', maximum: '60' })).toEqual(['0.5', '1', '2', '3', '4', '5', '10', '20', '50']);
  });

  it('has multiples of a tenth, or of ten, of a coin that is dear or cheap', () => {
    expect(presetAmounts({ minimum: '0.00011', maximum: '0.546' })).toEqual([
      '0.001',
      '0.01',
      '0.05',
      '0.1',
      '0.2',
      '0.3',
      '0.4',
      '0.5',
    ]);
    expect(presetAmounts({ minimum: '60', maximum: '250000' }).slice(0, 3)).toEqual(['100', '200', '300']);
  });

  it('has all of them while no bounds are known', () => {
    expect(presetAmounts(null)).toHaveLength(PRESET_MULTIPLES.length);
  });
});
