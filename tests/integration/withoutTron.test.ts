import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withdrawalRoutes } from '../../contract/api/withdrawals.ts';
import { ACCOUNTS_FEATURE, WITHDRAWALS_FEATURE } from '../../contract/features.ts';
import type { Health } from '../../contract/schemas/service.ts';
import { createHost } from '../../server/createHost.ts';
import { parseEnvironment } from '../../server/env.ts';
import { createLogger } from '../../server/common/log.ts';

test('a host without a TRON network neither announces withdrawals nor has their calls', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'without-tron-'));
  const [networksFile, seedFile] = [join(folder, 'networks.json'), join(folder, 'seed')];
  writeFileSync(networksFile, JSON.stringify([{ networkSlug: 'ethereum', rpcUrls: ['http://127.0.0.1:9'], chainId: 1 }]));
  writeFileSync(seedFile, '5a'.repeat(32));
  chmodSync(seedFile, 0o600);
  const PUBLIC_ORIGIN = 'https://swap.example';
  const variables = {
    PUBLIC_ORIGIN,
    DATA_DIR: folder,
    REAL_NETWORKS_FILE: networksFile,
    MARKET_EXCHANGES: 'kraken',
    SEED_FILE: seedFile,
  };
  // The host is not started: it connects to neither the network nor the exchange.
  const host = await createHost(parseEnvironment(variables), createLogger('silent'));
  const { host: announced } = (await host.app.inject({ url: '/api/v1/health' })).json<Health>();
  expect(announced?.features).toContain(ACCOUNTS_FEATURE);
  expect(announced?.features).not.toContain(WITHDRAWALS_FEATURE);
  const calls = await Promise.all(
    Object.values(withdrawalRoutes).map(({ method, path }) => host.app.inject({ method, url: path })),
  );
  expect(new Set(calls.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  await host.app.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});
