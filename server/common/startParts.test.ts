import { beforeEach, expect, test, vi } from 'vitest';
import { startParts, type Part } from './startParts.ts';

let did: string[];
const log = { error: vi.fn() };
beforeEach(() => {
  did = [];
  log.error.mockReset();
});

const part = (name: string): Part => ({
  name,
  start: async () => {
    did.push(`start ${name}`);
    return () => void did.push(`stop ${name}`);
  },
});
const failing = (name: string): Part => ({ name, start: () => Promise.reject(new Error(`${name} does not start`)) });
const stuck = (name: string): Part => ({ name, start: () => () => Promise.reject(new Error(`${name} does not stop`)) });

test('starts the parts in order and stops them in reverse order, once', async () => {
  const stop = await startParts([part('a'), part('b'), part('c')], log);
  expect(did).toEqual(['start a', 'start b', 'start c']);
  await stop();
  await stop();
  expect(did.slice(3)).toEqual(['stop c', 'stop b', 'stop a']);
});

test('stops the parts before one that does not start, and throws its error', async () => {
  await expect(startParts([part('a'), part('b'), failing('c'), part('d')], log)).rejects.toThrow('c does not start');
  expect(did).toEqual(['start a', 'start b', 'stop b', 'stop a']);
});

test('stops the other parts when one fails to stop, and logs it', async () => {
  const stop = await startParts([part('a'), stuck('b'), part('c')], log);
  await stop();
  expect(did.slice(2)).toEqual(['stop c', 'stop a']);
  expect(log.error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ part: 'b' }), expect.any(String));
});

test('throws the error of the start when a part before it also fails to stop', async () => {
  await expect(startParts([part('a'), stuck('b'), failing('c')], log)).rejects.toThrow('c does not start');
  expect(did).toEqual(['start a', 'stop a']);
});
