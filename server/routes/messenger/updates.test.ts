import { expect, it, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { createLogger } from '../../common/log.ts';
import { createMetrics } from '../../health/metrics.ts';
import { messengerUpdateRoutes } from './updates.ts';

const SECRET = 's'.repeat(32);

it('hears the messenger only: no request without its secret token', async () => {
  const answer = vi.fn(() => Promise.resolve());
  const app = await buildApp({
    log: createLogger('silent'),
    trustedProxies: [],
    requestsPerMinute: 100,
    routes: [messengerUpdateRoutes(SECRET, answer)],
    metrics: createMetrics(),
  });
  const send = async (
    secret: string | null,
    payload: object | string = { update_id: 1, message: { text: '/help' } },
    url = '/api/v1/messenger/updates',
  ) =>
    await app.inject({
      method: 'POST',
      url,
      payload,
      headers: secret === null ? {} : { 'x-telegram-bot-api-secret-token': secret },
    });
  for (const secret of [null, '', 'wrong', `${SECRET}s`])
    for (const payload of [undefined, { text: 'no update' }, '{"__proto__":{}}']) {
      const [answered, unknown] = [await send(secret, payload), await send(secret, payload, '/api/v1/messenger/unknown')];
      const known = answered.json<{ requestId: string }>();
      expect([answered.statusCode, known]).toEqual([404, { ...unknown.json<object>(), requestId: known.requestId }]);
    }
  expect((await send(SECRET, { text: 'no update' })).statusCode).toBe(400);
  expect(answer).not.toHaveBeenCalled();
  expect((await send(SECRET)).statusCode).toBe(200);
  expect(answer.mock.calls).toEqual([[{ update_id: 1, message: { text: '/help' } }]]);
  await app.close();
});
