import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHost } from '../../server/createHost.ts';
import { createLogger } from '../../server/common/log.ts';
import { parseEnvironment } from '../../server/env.ts';
import { ConfigurationError } from '../../server/settings/configurationError.ts';
import { startApiHost } from '../drills/support/apiHost.ts';
import { EVM_CHAIN_ID, EVM_NETWORK } from '../support/nodes/evmGateway.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

test('the test entry point combines the embedded market with a local node, and a host refuses its database (D12)', async () => {
  const folder = temporaryFolder();
  const anvil = await freshAnvil();
  const networks = join(folder, 'networks.json');
  writeFileSync(networks, JSON.stringify([{ networkSlug: EVM_NETWORK, rpcUrls: [anvil.url], chainId: EVM_CHAIN_ID }]));
  const variables = { DATA_DIR: join(folder, 'data'), SANDBOX: 'allow', LOG_LEVEL: 'warn' };
  const host = await startApiHost({ ...variables, LOCAL_NETWORKS_FILE: networks });
  const state = await (await fetch(`${host.url}/api/sandbox/state`)).json();
  expect(state.networks.map(({ slug }: { slug: string }) => slug)).toContain('bitcoin');
  expect(state.networks.map(({ slug }: { slug: string }) => slug)).not.toContain(EVM_NETWORK);
  expect(await host.stop()).toBe(0);
  // The host knows no such variable, so its configuration is an embedded one.
  const environment = parseEnvironment({ ...variables, LOCAL_NETWORKS_FILE: networks });
  const opening = createHost(environment, createLogger('silent'));
  await expect(opening).rejects.toThrow(ConfigurationError);
  await expect(opening).rejects.toThrow('contains orders of mixed for tests networks');
});
