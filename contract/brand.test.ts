import { describe, expect, it } from 'vitest';
import shippedBrand from '../resources/brand.json' with { type: 'json' };
import { parseBrand, taglineIn } from './brand.ts';

const shipped: unknown = shippedBrand;

describe('brand', () => {
  it('shows the English tagline in a language without one', () => {
    const english = parseBrand({ ...Object(shipped), tagline: { en: 'Swap coins' } });
    expect([taglineIn(english, 'en'), taglineIn(english, 'ru')]).toEqual(['Swap coins', 'Swap coins']);
    expect(() => parseBrand({ ...Object(shipped), tagline: { ru: 'Обмен' } })).toThrow('tagline.en');
  });

  it('accepts the default brand, and one without a contact for authorities', () => {
    expect(parseBrand(shipped).name).toBe('Causeway');
    expect(parseBrand({ ...Object(shipped), authoritiesEmail: null }).authoritiesEmail).toBeNull();
  });

  it.each([
    ['name', '<script>'],
    ['logoMark', '//evil.example/logo.svg'],
    ['supportEmail', 'nobody'],
    ['authoritiesEmail', 'nobody'],
    ['affiliateId', 'a b'],
    ['socialHandle', 'no-at'],
    ['tagline', 'one language'],
    ['legalEntity', undefined],
  ])('names %s when it is not right', (field, value) => {
    const broken = { ...Object.fromEntries(Object.entries(Object(shipped))), [field]: value };
    expect(() => parseBrand(broken)).toThrow(field);
  });
});
