import { describe, expect, it } from 'vitest';
import { checkSeoTexts } from './seo.ts';

const GOOD = { title: 'a', description: 'b', og_title: 'c', og_description: 'd', h1: 'e' };

describe('the check of SEO texts', () => {
  it('accepts all keys with valid JSON', () => {
    expect(checkSeoTexts(GOOD)).toEqual([]);
    expect(checkSeoTexts({ ...GOOD, json_ld: '{"@type":"WebSite"}', faq_json: '[1]' })).toEqual([]);
  });

  it('reports missing and empty keys', () => {
    const { h1: _, ...rest } = GOOD;
    expect(checkSeoTexts({ ...rest, title: ' ' })).toEqual([
      { key: 'title', problem: 'empty' },
      { key: 'h1', problem: 'missing' },
    ]);
  });

  it('reports JSON-type keys without a JSON object', () => {
    expect(checkSeoTexts({ ...GOOD, json_ld: '{"@type":', other_json: '5' })).toEqual([
      { key: 'json_ld', problem: 'invalidJson' },
      { key: 'other_json', problem: 'invalidJson' },
    ]);
  });
});
