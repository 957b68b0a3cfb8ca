import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRICE_JUMP_PERCENT, PRICE_JUMP_WINDOW_MS } from '../../contract/limits.ts';
import { amount, type Amount } from '../../contract/money.ts';
import { createJumpGuard, differsByMoreThan, SETTLED_MS } from './jumpGuard.ts';

const tick = fc.record({ after: fc.nat({ max: PRICE_JUMP_WINDOW_MS }), price: fc.integer({ min: 95, max: 112 }) });

it('freezes only at a price far from any price of the last ten seconds', () => {
  fc.assert(
    fc.property(fc.array(tick, { minLength: 1, maxLength: 40 }), (ticks) => {
      const guard = createJumpGuard();
      let now = 0;
      let seen: { at: number; price: Amount }[] = [];
      for (const { after, price: units } of ticks) {
        now += after;
        const price = amount(`${units}`);
        guard.observe(price, now);
        const recent = seen.filter(({ at }, place) => now - at <= PRICE_JUMP_WINDOW_MS || place === seen.length - 1);
        const isJump = recent.some((sample) => differsByMoreThan(price, sample.price, PRICE_JUMP_PERCENT));
        expect(guard.isFrozen(now)).toBe(isJump);
        if (isJump) return;
        seen = [...seen, { at: now, price }];
      }
    }),
    { seed: 1, numRuns: 2_000 },
  );
});

it('ends the freeze after a stable period', () => {
  const guard = createJumpGuard();
  guard.observe(amount('100'), 0);
  guard.observe(amount('120'), 1_000);
  guard.observe(amount('121'), 2_000);
  expect(guard.isFrozen(SETTLED_MS + 999)).toBe(true);
  expect(guard.isFrozen(SETTLED_MS + 1_000)).toBe(false);
});
