import { describe, expect, it } from 'vitest';
import { blockMilliseconds, confirmationsAt, heightAt, timeOf } from './networkClock.ts';

const network = { base_height: 100, base_at: 10_000, block_ms: 500 };

describe('the clock of an embedded network', () => {
  it('mines blocks as time passes, and removes none when the clock is set back', () => {
    expect([heightAt(network, 10_000), heightAt(network, 10_499), heightAt(network, 10_500), heightAt(network, 60_000)]).toEqual([
      100, 100, 101, 200,
    ]);
    expect(heightAt(network, 5_000)).toBe(100);
  });

  it('returns the time of each block', () => {
    for (const height of [100, 101, 200]) expect(heightAt(network, timeOf(network, height))).toBe(height);
    expect(timeOf(network, 98)).toBe(9_000);
  });

  it('runs faster by the factor, with at most four blocks per second', () => {
    expect(blockMilliseconds(600, 60)).toBe(10_000);
    expect(blockMilliseconds(0.4, 60)).toBe(250);
  });

  it('counts the newest block as one confirmation, and a future block as none', () => {
    expect([confirmationsAt(101, 100), confirmationsAt(100, 100), confirmationsAt(95, 100)]).toEqual([0, 1, 6]);
  });
});
