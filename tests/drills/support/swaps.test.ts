import { expect, it } from 'vitest';
import { planLife } from './customer.ts';
import { createRandom } from './random.ts';
import { trackSwaps } from './swaps.ts';

const [FIRST, SECOND] = [planLife(0, createRandom(1)), planLife(1, createRandom(1))];
const track = (count: number) => trackSwaps({ count, log: () => undefined });

it('fails a drill without a fault, and one whose fault met no swap', () => {
  const { swaps, onMade, onEnd, judge } = track(1);
  onMade(FIRST);
  expect(judge()).toEqual(['no fault met a swap']);
  onEnd(FIRST);
  swaps.meet('kill');
  expect(judge()).toEqual(['not practised while somebody swapped: kill']);
});

it('fails a drill in which one of several faults met no swap', () => {
  const { swaps, onMade, onEnd, judge } = track(1);
  onMade(FIRST);
  swaps.meet('kill');
  onEnd(FIRST);
  swaps.meet('restart');
  expect(judge()).toEqual(['not practised while somebody swapped: restart']);
});

it('passes a fault that met no swap the first time and one later', () => {
  const { swaps, onMade, judge } = track(1);
  swaps.meet('kill');
  onMade(FIRST);
  swaps.meet('kill');
  expect(judge()).toEqual([]);
});

it('counts each swap once that a fault met, also one that has ended', () => {
  const { swaps, onMade, onEnd } = track(3);
  onMade(FIRST);
  swaps.meet('kill');
  onMade(SECOND);
  swaps.meet('kill', [FIRST]);
  expect(swaps.unmet()).toBe(2);
  onEnd(FIRST);
  expect(swaps.open()).toEqual([SECOND]);
  swaps.meet('kill');
  expect(swaps.unmet()).toBe(1);
});
