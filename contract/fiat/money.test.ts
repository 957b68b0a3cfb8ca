import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isMoney } from './money.ts';

test('knows the money of the catalogue, and nothing else', () => {
  const catalogue = JSON.parse(readFileSync('resources/catalogue/instruments.json', 'utf8')) as { slug: string; type: string }[];
  expect(catalogue.filter(({ type }) => type === 'fiat').length).toBeGreaterThan(20);
  expect(catalogue.filter(({ slug, type }) => isMoney(slug) !== (type === 'fiat'))).toEqual([]);
});
