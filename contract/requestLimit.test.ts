import { describe, expect, it } from 'vitest';
import { createRequestCounter, createRequestLimit } from './requestLimit.ts';

describe('a counter', () => {
  it('allows the given number of requests in a minute from the first one', () => {
    const counter = createRequestCounter(2);
    expect([0, 59_000, 59_000, 59_999, 60_000, 60_001, 60_002].map((now) => counter.take('a', now))).toEqual([
      0, 0, 1_000, 1, 0, 0, 59_998,
    ]);
    expect(counter.take('b', 60_002)).toBe(0);
  });

  it('allows one more request for each that is given back', () => {
    const counter = createRequestCounter(1);
    counter.giveBack('a');
    expect(counter.take('a', 0)).toBe(0);
    counter.giveBack('a');
    expect([counter.take('a', 0), counter.take('a', 0)]).toEqual([0, 60_000]);
  });

  it('forgets only the least recent clients when there are too many', () => {
    const counter = createRequestCounter(1, 2);
    const refused = ['a', 'b', 'a', 'c', 'a', 'd', 'b', 'a'].filter((client) => counter.take(client, 0) > 0);
    expect(refused).toEqual(['a', 'a', 'a']);
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
