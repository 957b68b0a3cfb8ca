import { expect, it } from 'vitest';
import { randomId } from './hashing.ts';

it('makes no id that a spreadsheet reads as a formula', () => {
  const ids = Array.from({ length: 5_000 }, randomId);
  expect(ids.filter((id) => !/^\w[\w-]{21}$/.test(id))).toEqual([]);
});
