import { expect, test } from 'vitest';
import { createLogger } from '../../server/common/log.ts';
import { createPorts, type CreatePorts } from '../../server/createPorts.ts';
import type { Database } from '../../server/db/database.ts';
import { parseEnvironment } from '../../server/env.ts';
import { startServer } from '../../server/start.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Notes when the price feed and two networks start and stop. The second network does not start when `isBroken`. */
function notingPorts(noted: string[], isBroken: boolean): CreatePorts {
  const note = (name: string) => () => {
    if (isBroken && name === 'tron') throw new Error('tron does not start');
    noted.push(`start ${name}`);
    return async () => void noted.push(`stop ${name}`);
  };
  return async (environment, parts) => {
    const { market, chains } = await createPorts(environment, parts);
    const gateways = new Map(chains.gateways);
    for (const name of ['bitcoin', 'tron']) {
      const gateway = gateways.get(name);
      if (!gateway) throw new Error(`there is no ${name}`);
      gateways.delete(name);
      gateways.set(name, { ...gateway, start: note(name) });
    }
    const { feed } = market;
    const start = async () => {
      const stop = await feed.start();
      const noteStop = note('feed')();
      return async () => {
        await stop();
        await noteStop();
      };
    };
    return { market: { ...market, feed: { ...feed, start } }, chains: { ...chains, gateways } };
  };
}

const environment = () => parseEnvironment({ DATA_DIR: temporaryFolder() });

test('a host stops its parts in reverse order', async () => {
  const noted: string[] = [];
  const { stop } = await startServer(environment(), createLogger('silent'), notingPorts(noted, false));
  expect(noted).toEqual(['start feed', 'start bitcoin', 'start tron']);
  await stop();
  expect(noted.slice(3)).toEqual(['stop tron', 'stop bitcoin', 'stop feed']);
});

test('a host that fails to start stops the parts that it has started', async () => {
  const noted: string[] = [];
  const starting = startServer(environment(), createLogger('silent'), notingPorts(noted, true));
  await expect(starting).rejects.toThrow('tron does not start');
  expect(noted).toEqual(['start feed', 'start bitcoin', 'stop bitcoin', 'stop feed']);
});

test('a host that cannot be composed closes its database', async () => {
  let database: Database | undefined;
  const starting = startServer(environment(), createLogger('silent'), (_environment, parts) => {
    ({ database } = parts);
    throw new Error('no networks');
  });
  await expect(starting).rejects.toThrow('no networks');
  await expect(database?.selectFrom('orders').select('id').execute()).rejects.toThrow(/destroyed/);
});
