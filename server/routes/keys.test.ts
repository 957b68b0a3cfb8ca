import { expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { createDocumentSigner, presentSigningKeys } from '../guarantee/documentSigner.ts';
import { createLogger } from '../common/log.ts';
import { createMetrics } from '../health/metrics.ts';
import { keyRoutes } from './keys.ts';

test('returns the current and the previous signing keys', async () => {
  const previous = 'ab'.repeat(32);
  const signer = createDocumentSigner({ secretKey: new Uint8Array(32).fill(1), previousKeys: [previous], exchange: 'Causeway' });
  const app = await buildApp({
    log: createLogger('silent'),
    trustedProxies: [],
    requestsPerMinute: 1_000,
    metrics: createMetrics(),
    routes: [keyRoutes(presentSigningKeys(signer))],
  });
  const answer = await app.inject('/api/v1/keys');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    // Computed with another RFC 8032 library: the public key of 32 bytes of 1.
    current: { keyId: '34750f98bd59fcfc', publicKey: '8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c' },
    previous: [{ keyId: expect.stringMatching(/^[0-9a-f]{16}$/), publicKey: previous }],
  });
  await app.close();
});
