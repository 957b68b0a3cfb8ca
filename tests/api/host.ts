import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createHost } from '../../server/createHost.ts';
import { parseEnvironment } from '../../server/env.ts';
import { createLogger } from '../../server/log.ts';

export interface ApiHost {
  app: FastifyInstance;
  stop(): Promise<void>;
}

/** The whole API host with an empty data directory, on embedded networks whose blocks take milliseconds. */
export async function startApiHost(): Promise<ApiHost> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-api-'));
  const environment = parseEnvironment({ DATA_DIR: folder, SANDBOX: 'allow', EMBEDDED_CHAIN_SPEED: '100000' });
  const host = await createHost(environment, createLogger('silent'));
  const stopWork = await host.start();
  return {
    app: host.app,
    stop: async () => {
      await host.app.close();
      await stopWork();
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
