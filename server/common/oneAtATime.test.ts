import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createOneAtATime } from './oneAtATime.ts';

describe('createOneAtATime', () => {
  it('runs work with the same key in order, and other keys in parallel', async () => {
    const oneAtATime = createOneAtATime();
    const done: string[] = [];
    const work = (name: string, milliseconds: number) => async () => {
      await delay(milliseconds);
      done.push(name);
    };
    await Promise.all([
      oneAtATime('slow', work('first', 30)),
      oneAtATime('slow', work('second', 0)),
      oneAtATime('other', work('other', 5)),
    ]);
    expect(done).toEqual(['other', 'first', 'second']);
  });

  it('continues after a failure', async () => {
    const oneAtATime = createOneAtATime();
    const failing = oneAtATime('key', () => Promise.reject(new Error('no')));
    const next = oneAtATime('key', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
