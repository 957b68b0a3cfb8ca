import { expect, test } from 'vitest';
import { sampleReport } from '../../../tests/support/samples/sampleReport.ts';
import { chartOf } from './chartOf.ts';

const DAYS = { from: '2026-10-22', to: '2026-11-20' };

test('draws volume and revenue of each day below round figures', () => {
  // The scales end with three times the smallest of 1, 2 or 5 × 10ⁿ that covers 120,000, and 500.5.
  expect(chartOf(sampleReport(DAYS), (value) => `$${value}`)).toEqual({
    bars: { heights: [0.2, 0.8], scale: ['$0', '$50000', '$100000', '$150000'] },
    line: { heights: [0.416, 0.834], scale: ['$0', '$200', '$400', '$600'] },
    names: ['10-22', '11-20'],
  });
});

test('draws a day of losses below zero, and none without a scale', () => {
  const [first, last] = sampleReport(DAYS).days;
  const days = [first, last].flatMap((day) => (day ? [{ ...day, revenue: '-0.5' }] : []));
  expect(chartOf({ days }, (value) => value).line).toEqual({ heights: [-0.333, -0.333], scale: ['0', '0.5', '1', '1.5'] });
});
