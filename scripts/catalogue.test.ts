import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isDecimal, isPositive } from '../contract/money.ts';
import { loadCatalogue } from '../server/instruments/loadCatalogue.ts';
import { GENERATED_FILES } from './catalogue.ts';

const files = Object.entries(GENERATED_FILES);
const isLogo = ([path]: [string, string]): boolean => path.endsWith('.svg');
const readResource = (path: string): string => readFileSync(new URL(`../resources/${path}`, import.meta.url), 'utf8');

test.each(files.filter((file) => !isLogo(file)))('resources/%s is what the script makes of the lists', (path, text) => {
  expect(readResource(path)).toBe(text);
});

describe('the embedded market’s snapshot', () => {
  const snapshot: { date: string; prices: Record<string, string> } = JSON.parse(readResource('market/snapshot.json'));

  test('has a positive price for every market symbol of the catalogue, and no other', () => {
    const symbols = new Set([...loadCatalogue().instruments.values()].map(({ marketSymbol }) => marketSymbol));
    expect(Object.keys(snapshot.prices).toSorted()).toEqual([...symbols].toSorted());
    for (const price of Object.values(snapshot.prices)) expect(isDecimal(price) && isPositive(price)).toBe(true);
  });

  test('is dated', () => {
    expect(snapshot.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

test('every logo that the catalogue names is there, small and without script, and no other', () => {
  const logos = files.filter(isLogo);
  const names = readdirSync(new URL('../resources/public/static/coins', import.meta.url));
  expect(names.toSorted()).toEqual(logos.map(([path]) => basename(path)).toSorted());
  expect(names).toEqual(expect.arrayContaining(['btc.svg', 'usdt.svg', 'network-tron.svg', 'doge.svg', 'iotx.svg']));
  for (const [path, svg] of logos) {
    expect(readResource(path)).toBe(svg);
    expect(svg.length, path).toBeLessThanOrEqual(6_000);
    expect(svg, path).toMatch(/^<svg [\s\S]*<\/svg>$/);
    expect(svg, path).not.toMatch(/<script|onload=|href="http/i);
  }
});
