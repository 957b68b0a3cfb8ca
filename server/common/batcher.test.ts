import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

test('processes items queued at the same moment in one batch and settles each item separately', async () => {
  const batches: number[][] = [];
  const double = createBatcher(3, async (items: readonly number[]) => {
    batches.push([...items]);
    return items.map((item) => (item === 2 ? { error: new Error('no twos') } : { result: item * 2 }));
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map(double));
  expect(batches).toEqual([[1, 2, 3], [4]]);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
    2,
    'Error: no twos',
    6,
    8,
  ]);
  expect(await double(5)).toBe(10);
});

test('rejects every item of a batch that throws, then processes the next batch', async () => {
  let isBroken = true;
  const work = createBatcher(2, async (items: readonly string[]) => {
    if (isBroken) throw new Error('broken');
    return items.map((item) => ({ result: item }));
  });
  const results = await Promise.allSettled(['a', 'b'].map(work));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await work('c')).toBe('c');
});
