import { describe, expect, it } from 'vitest';
import { PRESET_MULTIPLES } from '../../../contract/limits.ts';
import { presetAmounts } from './presetAmounts.ts';

describe('the amount table', () => {
  it('has the preset multiples of one coin if they are within the bounds', () => {
    expect(presetAmounts({ minimum: '0.001', maximum: '2000' })).toEqual([...PRESET_MULTIPLES]);
    expect(presetAmounts({ minimum: '0.3', maximum: '60' })).toEqual(['0.5', '1', '2', '3', '4', '5', '10', '20', '50']);
  });

  it('has multiples of 0.1 for an expensive coin and of 10 for a cheap one', () => {
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
});
