import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isDecimal, isPositive } from '../contract/money.ts';
import { loadCatalogue } from '../server/instruments/loadCatalogue.ts';
import { GENERATED_FILES } from './catalogue.ts';
import { copyLogos } from './catalogue/logos.ts';

test.each(Object.entries(GENERATED_FILES))('resources/%s is what the script makes of the lists', (path, text) => {
  expect(readFileSync(new URL(`../resources/${path}`, import.meta.url), 'utf8')).toBe(text);
});

describe('the embedded market’s snapshot', () => {
  const snapshot: { date: string; prices: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../resources/market/snapshot.json', import.meta.url), 'utf8'),
  );

  test('has a positive price for every market symbol of the catalogue, and no other', () => {
    const symbols = new Set([...loadCatalogue().instruments.values()].map(({ marketSymbol }) => marketSymbol));
    expect(Object.keys(snapshot.prices).toSorted()).toEqual([...symbols].toSorted());
    for (const price of Object.values(snapshot.prices)) expect(isDecimal(price) && isPositive(price)).toBe(true);
  });

  test('is dated', () => {
    expect(snapshot.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

test('every logo that the catalogue names is copied, small and without script', () => {
  const directory = mkdtempSync(join(tmpdir(), 'logos-'));
  try {
    const count = copyLogos(directory);
    const files = readdirSync(directory);
    expect(files).toHaveLength(count);
    expect(files).toEqual(expect.arrayContaining(['btc.svg', 'usdt.svg', 'network-tron.svg', 'doge.svg', 'iotx.svg']));
    for (const file of files) {
      const svg = readFileSync(join(directory, file), 'utf8');
      expect(svg.length, file).toBeLessThanOrEqual(6_000);
      expect(svg, file).toMatch(/^<svg [\s\S]*<\/svg>$/);
      expect(svg, file).not.toMatch(/<script|onload=|href="http/i);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});
