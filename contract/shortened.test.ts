import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

test('shows the first and last characters of a long text, and a short text whole', () => {
  expect(shortened('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')).toBe('TQn9Y2…KcbLSE');
  expect(shortened('cw_5TzQe8Lr0PNaU4w81mab', 7, 4)).toBe('cw_5TzQ…1mab');
  expect(shortened('sandbox-hash-016')).toBe('sandbox-hash-016');
});
