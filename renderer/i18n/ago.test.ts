import { expect, test } from 'vitest';
import { ago } from './ago.ts';

const NOW = Date.parse('2026-11-20T14:00:00.000Z');

test.each([
  ['2026-11-20T13:59:55.000Z', 'ago.now', 0],
  ['2026-11-20T13:59:35.000Z', 'ago.seconds', 20],
  ['2026-11-20T13:59:00.000Z', 'ago.minutes', 1],
  ['2026-11-20T13:00:01.000Z', 'ago.minutes', 59],
  ['2026-11-20T11:30:00.000Z', 'ago.hours', 2],
  ['2026-11-18T13:00:00.000Z', 'ago.days', 2],
  // The customer's clock may be behind the host's.
  ['2026-11-20T14:00:20.000Z', 'ago.now', 0],
])('describes %s as %s of %d', (at, id, value) => {
  expect(ago(at, NOW)).toEqual({ id, values: { value } });
});
