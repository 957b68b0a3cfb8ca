import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { answerError } from './errors.ts';
import { createRequestCounter, limitRequests } from './requestLimits.ts';

describe('a counter', () => {
  it('allows the given number of requests in a minute from the first one', () => {
    const counter = createRequestCounter(2);
    expect([0, 59_000, 59_000, 59_999, 60_000, 60_001, 60_002].map((now) => counter.take('a', now))).toEqual([
      0, 0, 1_000, 1, 0, 0, 59_998,
    ]);
    expect(counter.take('b', 60_002)).toBe(0);
  });

  it('forgets only the least recent clients when there are too many', () => {
    const counter = createRequestCounter(1, 2);
    const refused = ['a', 'b', 'a', 'c', 'a', 'd', 'b', 'a'].filter((client) => counter.take(client, 0) > 0);
    expect(refused).toEqual(['a', 'a', 'a']);
  });
});

describe('limits of routes', () => {
  const build = () => {
    const app = Fastify({ trustProxy: true });
    app.setErrorHandler(answerError);
    limitRequests(app, 3);
    app.get('/own', { config: { perMinute: 2 } }, () => 'own');
    app.get('/one', () => 'one');
    app.get('/other', () => 'other');
    const call = async (url: string, client = '203.0.113.7', method: 'GET' | 'HEAD' = 'GET') =>
      await app.inject({ method, url, headers: { 'x-forwarded-for': client } });
    return { app, statuses: async (...urls: string[]) => (await Promise.all(urls.map((url) => call(url)))).map(codeOf), call };
  };
  const codeOf = ({ statusCode }: { statusCode: number }) => statusCode;

  it('count a route with its own limit separately and the others together', async () => {
    const { statuses } = build();
    expect(await statuses('/own', '/own', '/own')).toEqual([200, 200, 429]);
    expect(await statuses('/one', '/other', '/one', '/other')).toEqual([200, 200, 200, 429]);
  });

  it('send a retry-after header', async () => {
    const { statuses, call } = build();
    await statuses('/own', '/own');
    const refused = await call('/own');
    expect(refused.json()).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('count an IPv6 network as one client and other clients separately', async () => {
    const { call } = build();
    const clients = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1', '203.0.113.8'];
    const answers = await Promise.all(clients.map((client) => call('/own', client)));
    expect(answers.map(codeOf)).toEqual([200, 200, 429, 200, 200]);
  });

  it('count a HEAD request once', async () => {
    const { call } = build();
    const answers = await Promise.all([1, 2, 3].map(() => call('/own', '203.0.113.7', 'HEAD')));
    expect(answers.map(codeOf)).toEqual([200, 200, 429]);
  });
});
