import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { quickFolder } from '../../../scripts/site/quickFolder.ts';
import { createOneAtATime } from '../../../server/common/oneAtATime.ts';
import { readSeedFile } from '../../../server/ports/chain/wallet/seedFile.ts';
import type { RealNetwork } from './realNetwork.ts';

const SEED = '6c'.repeat(32);

/** Writes a seed for a host with a real network into a temporary folder. */
export async function createRealFolder(networkSlug: string) {
  const directory = mkdtempSync(join(quickFolder(), `causeway-${networkSlug}-`));
  const seedFile = join(directory, 'seed');
  writeFileSync(seedFile, SEED);
  chmodSync(seedFile, 0o600);
  const networksFile = join(directory, 'networks.json');
  return {
    directory,
    seed: await readSeedFile(seedFile),
    environment: { SEED_FILE: seedFile, LOCAL_NETWORKS_FILE: networksFile } satisfies RealNetwork['environment'],
    /** Writes the settings of the network's private chain. */
    configure: (settings: object): void => writeFileSync(networksFile, JSON.stringify([{ networkSlug, ...settings }])),
    remove: (): void => rmSync(directory, { recursive: true }),
  };
}

/** Calls `mine` again and again, with a pause in ms between the calls. */
export function startMiner(mine: () => Promise<void>, pauseMs: number) {
  const oneAtATime = createOneAtATime();
  let isStopping = false;
  const onChain = async <Result>(work: () => Promise<Result>): Promise<Result> => await oneAtATime('chain', work);
  const mining = (async () => {
    while (!isStopping) {
      await onChain(mine);
      await wait(pauseMs);
    }
  })();
  return {
    /** Does work while no block is mined. */
    onChain,
    stop: async (): Promise<void> => {
      isStopping = true;
      await mining;
    },
  };
}
