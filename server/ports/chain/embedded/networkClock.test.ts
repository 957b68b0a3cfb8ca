import { describe, expect, it } from 'vitest';
import { blockMilliseconds, confirmationsAt, heightAt, timeOf } from './networkClock.ts';

const network = { base_height: 100, base_at: 10_000, block_ms: 500 };

describe('the clock of an embedded network', () => {
  it('makes blocks as time passes, and takes none back when the clock is set back', () => {
    expect([heightAt(network, 10_000), heightAt(network, 10_499), heightAt(network, 10_500), heightAt(network, 60_000)]).toEqual([
      100, 100, 101, 200,
    ]);
    expect(heightAt(network, 5_000)).toBe(100);
  });

  it('knows when each block came', () => {
    for (const height of [100, 101, 200]) expect(heightAt(network, timeOf(network, height))).toBe(height);
    expect(timeOf(network, 98)).toBe(9_000);
  });

  it('runs faster by the factor, but never faster than four blocks a second', () => {
    expect(blockMilliseconds(600, 60)).toBe(10_000);
    expect(blockMilliseconds(0.4, 60)).toBe(250);
  });

  it('counts the newest block as one confirmation, and a block to come as none', () => {
    expect([confirmationsAt(101, 100), confirmationsAt(100, 100), confirmationsAt(95, 100)]).toEqual([0, 1, 6]);
  });
});
