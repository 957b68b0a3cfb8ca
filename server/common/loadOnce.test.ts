import { expect, it } from 'vitest';
import { loadOnce } from './loadOnce.ts';

it('loads at the first call only, once for calls at the same time, and again after a failure', async () => {
  let calls = 0;
  const load = loadOnce(async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return await Promise.resolve(calls);
  });
  expect(calls).toBe(0);
  await expect(load()).rejects.toThrow('not yet');
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});
