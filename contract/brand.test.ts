import { describe, expect, it } from 'vitest';
import shippedBrand from '../resources/brand.json' with { type: 'json' };
import { parseBrand } from './brand.ts';

const shipped: unknown = shippedBrand;

describe('brand', () => {
  it('accepts the default brand', () => {
    expect(parseBrand(shipped).name).toBe('Causeway');
  });

  it.each([
    ['name', '<script>'],
    ['logoMark', '//evil.example/logo.svg'],
    ['supportEmail', 'nobody'],
    ['affiliateId', 'a b'],
    ['socialHandle', 'no-at'],
    ['tagline', 'one language'],
    ['legalEntity', undefined],
  ])('names %s when it is not right', (field, value) => {
    const broken = { ...Object.fromEntries(Object.entries(Object(shipped))), [field]: value };
    expect(() => parseBrand(broken)).toThrow(field);
  });
});
