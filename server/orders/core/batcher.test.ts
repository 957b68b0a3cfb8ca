import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

test('what is asked for at the same moment is done together, each with its own answer', async () => {
  const lots: number[][] = [];
  const double = createBatcher(3, async (items: readonly number[]) => {
    lots.push([...items]);
    return items.map((item) => (item === 2 ? { error: new Error('no twos') } : { result: item * 2 }));
  });
  const answers = await Promise.allSettled([1, 2, 3, 4].map(double));
  expect(lots).toEqual([[1, 2, 3], [4]]);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    2,
    'Error: no twos',
    6,
    8,
  ]);
  expect(await double(5)).toBe(10);
});

test('when the work itself fails, all of the lot are told so, and the next lot is worked on', async () => {
  let isBroken = true;
  const work = createBatcher(2, async (items: readonly string[]) => {
    if (isBroken) throw new Error('broken');
    return items.map((result) => ({ result }));
  });
  const answers = await Promise.allSettled(['a', 'b'].map(work));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await work('c')).toBe('c');
});
