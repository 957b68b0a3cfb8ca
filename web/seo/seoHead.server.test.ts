import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseBrand } from '../../contract/brand.ts';
import { seoHead } from './seoHead.server.ts';

const brand = parseBrand(JSON.parse(readFileSync('resources/brand.json', 'utf8')));

const alternatesOf = (texts: Record<string, string>) => {
  const page = {
    locale: 'ru',
    page: '/blog/post',
    title: null,
    origin: 'https://swap.example',
    isIndexed: true,
    nonce: 'n',
  } as const;
  return [...seoHead({ ...page, brand, texts }).matchAll(/hreflang="([^"]+)"/g)].map(([, language]) => language);
};

it('names a page in each language, and a post that exists in one only in that one', () => {
  expect(alternatesOf({})).toEqual(['en', 'ru', 'x-default']);
  expect(alternatesOf({ languages: 'ru' })).toEqual(['ru']);
});
