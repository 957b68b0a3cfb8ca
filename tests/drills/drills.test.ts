import { describe, expect, it } from 'vitest';
import { databaseOf, onAllDatabases } from '../support/databases.ts';
import type { Drill, DrillDatabase } from './drill.ts';
import { drills } from './index.ts';

/** More than a drill itself takes to give up on both databases: it then says what it saw. */
const PATIENCE_MS = 30 * 60_000;
/** Any seed will do. `npm run drill -- NAME --short --seed=N` repeats a failure. */
const SEED = 20_261_121;
/** tests/faults/inputs.test.ts runs its short form. */
const TESTED_IN_FAULTS = 'inputs';

/** The database of a drill's short form; null: all that it supports, with `npm test -- --all` */
function shortDatabase(name: string, drill: Drill): DrillDatabase | null {
  if (onAllDatabases()) return null;
  return drill.shortDatabase ?? (databaseOf(name) === 'PostgreSQL' ? 'postgres' : 'sqlite');
}

/** They wait more than they compute, so they run side by side. */
describe.concurrent('the short form of `npm run drill`', () => {
  it.each([...drills].filter(([name]) => name !== TESTED_IN_FAULTS))('%s', { timeout: PATIENCE_MS }, async (name, drill) => {
    const said: string[] = [];
    const options = {
      orders: null,
      isShort: true,
      seed: SEED,
      database: shortDatabase(name, drill),
      network: null,
      log: (line: string) => said.push(line),
    };
    const broken = await drill.run(options);
    expect(broken, [name, ...said].join('\n')).toEqual([]);
  });
});

it.each([...drills])('%s rejects a run without orders', async (_name, drill) => {
  const options = { orders: 0, isShort: true, seed: SEED, database: null, network: null, log: () => undefined };
  await expect(drill.run(options)).rejects.toThrow('nothing would be practised');
});
