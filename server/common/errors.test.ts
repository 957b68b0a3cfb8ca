import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { DatabaseUnavailableError } from '../db/databaseErrors.ts';
import { answerError } from './errors.ts';

/** Returns what the host answers and logs when a call throws. */
async function answerOf(error: unknown) {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const app = Fastify({ logger: { level: 'warn', stream } });
  app.setErrorHandler(answerError);
  app.get('/', () => {
    throw error;
  });
  const { statusCode, body } = await app.inject('/');
  return {
    statusCode,
    body,
    logged: lines.map(({ level, msg, err, reason }) => ({ level, msg, reason, hasStack: err !== undefined })),
  };
}

const WARN = 40;
const ERROR = 50;

test('a refusal for now is logged in a line, a failure with its stack', async () => {
  const message = 'There is no reliable price for ETH at the moment.';
  const refused = await answerOf(new ApiError('ERR_SERVICE_UNAVAILABLE', message, { reason: 'PRICE_STALE' }));
  expect(refused).toMatchObject({
    statusCode: 503,
    logged: [{ level: WARN, msg: 'request refused for now', reason: message, hasStack: false }],
  });
  const failures = [new DatabaseUnavailableError(new Error('connect ECONNREFUSED')), new TypeError('secret detail')];
  for (const failure of failures) {
    const { logged, body } = await answerOf(failure);
    expect(logged).toEqual([{ level: ERROR, msg: 'request failed', hasStack: true }]);
    expect(body).not.toMatch(/secret|ECONNREFUSED/);
  }
  expect((await answerOf(new ApiError('ERR_NOT_FOUND', 'There is no such order.'))).logged).toEqual([]);
});
