import { expect, it } from 'vitest';
import { once } from './once.ts';

it('computes at the first call only, and again after a failure', () => {
  let calls = 0;
  const value = once(() => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  expect(calls).toBe(0);
  expect(value).toThrow('not yet');
  expect([value(), value()]).toEqual([2, 2]);
});
