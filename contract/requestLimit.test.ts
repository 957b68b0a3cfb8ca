import { describe, expect, it } from 'vitest';
import { createRequestCounter, createRequestLimit } from './requestLimit.ts';

describe('a counter', () => {
  it('counts the requests of a client in a minute from the first one', () => {
    const counter = createRequestCounter();
    const taken = [0, 59_000, 59_999, 60_000, 60_001].map((now) => counter.take('a', now));
    expect(taken.map(({ count, leftMs }) => [count, leftMs])).toEqual([
      [1, 60_000],
      [2, 1_000],
      [3, 1],
      [1, 60_000],
      [2, 59_999],
    ]);
    expect(counter.take('b', 60_001).count).toBe(1);
  });

  it('counts one request less for each that is given back', () => {
    const counter = createRequestCounter();
    counter.giveBack('a');
    expect(counter.take('a', 0).count).toBe(1);
    counter.giveBack('a');
    expect([counter.take('a', 0).count, counter.take('a', 0).count]).toEqual([1, 2]);
  });

  it('forgets only the least recent clients when there are too many', () => {
    const counter = createRequestCounter(2);
    const known = ['a', 'b', 'a', 'c', 'a', 'd', 'b', 'a'].filter((client) => counter.take(client, 0).count > 1);
    expect(known).toEqual(['a', 'a', 'a']);
  });
});

it('counts an IPv6 network as one client and other clients separately', () => {
  const limit = createRequestLimit(2);
  const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1', '203.0.113.8'];
  expect(addresses.map((address) => limit.take(address)?.code ?? null)).toEqual([
    null,
    null,
    'ERR_TOO_MANY_REQUESTS',
    null,
    null,
  ]);
});

it('says what is left, and lets a client have a limit of its own', () => {
  const limit = createRequestLimit(2);
  const quotas = [limit.count('a'), limit.count('a', 3), limit.count('a')];
  expect(quotas.map(({ most, left, refusal }) => [most, left, refusal?.code ?? null])).toEqual([
    [2, 1, null],
    [3, 1, null],
    [2, 0, 'ERR_TOO_MANY_REQUESTS'],
  ]);
  expect(quotas[2]?.seconds).toBeLessThanOrEqual(60);
});

it('counts an IPv6 /48 with ten times the limit', () => {
  const limit = createRequestLimit(2);
  const refused = Array.from({ length: 30 }, (_, network) => limit.take(`2001:db8:7:${network.toString(16)}::1`)?.code);
  expect(refused.filter((code) => code === undefined)).toHaveLength(20);
  limit.giveBack('2001:db8:7:1::1');
  expect(limit.take('2001:db8:7:ff::1')?.code).toBe('ERR_TOO_MANY_REQUESTS');
  expect(limit.take('2001:db8:8::1')).toBeUndefined();
});
