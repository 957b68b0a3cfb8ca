import { describe, expect, it } from 'vitest';
import { databaseOf, onAllDatabases } from '../support/databases.ts';
import type { Drill, DrillDatabase } from './drill.ts';
import { drills } from './index.ts';

/** More than a drill itself takes to give up on both databases: it then says what it saw. */
const PATIENCE_MS = 30 * 60_000;
/** Any seed will do. `npm run drill -- NAME --short --seed=N` repeats a failure. */
const SEED = 20_261_121;
/**
 * tests/faults/inputs.test.ts runs the short form of one. evmClonedHost.test.ts shows in seconds what the other one shows in many runs on an
 * EVM node; over Litecoin it runs below.
 */
const TESTED_ELSEWHERE = ['inputs', 'clone'];

/** Returns the database of a drill's short form; null: all that it supports, with `npm test -- --all`. */
function shortDatabase({ name, databases, shortDatabase: only }: Drill): DrillDatabase | null {
  if (onAllDatabases() || databases.length === 1) return null;
  return only ?? (databaseOf(name) === 'PostgreSQL' ? 'postgres' : 'sqlite');
}

/** They wait more than they compute, so they run side by side. */
describe.concurrent('the short form of `npm run drill`', () => {
  it.each(drills.filter(({ name }) => !TESTED_ELSEWHERE.includes(name)))('$name', { timeout: PATIENCE_MS }, async (drill) => {
    const said: string[] = [];
    const options = {
      orders: null,
      isShort: true,
      seed: SEED,
      database: shortDatabase(drill),
      network: null,
      log: (line: string) => said.push(line),
    };
    const broken = await drill.run(options);
    expect(broken, [drill.name, ...said].join('\n')).toEqual([]);
  });

  it('clone pays no order twice on Litecoin', { timeout: PATIENCE_MS }, async () => {
    const clone = drills.find(({ name }) => name === 'clone') ?? expect.fail('no drill');
    const said: string[] = [];
    const log = (line: string) => said.push(line);
    expect(await clone.run({ orders: null, isShort: true, seed: SEED, database: 'sqlite', network: 'litecoin', log })).toEqual(
      [],
    );
    expect(said).toEqual([expect.stringMatching(/ 8 orders paid once, 0 twice, 0 not yet, .* 1 networks in RECOVERY$/)]);
  });
});

const OPTIONS = { orders: null, isShort: true, seed: SEED, database: null, network: null, log: () => undefined };

it.each(drills)('$name rejects a run without orders', async (drill) => {
  await expect(drill.run({ ...OPTIONS, orders: 0 })).rejects.toThrow('nothing would be practised');
});

it.each(drills.filter(({ databases }) => databases.length === 1))('$name rejects a database without the fault', async (drill) => {
  const database = drill.databases[0] === 'sqlite' ? 'postgres' : 'sqlite';
  await expect(drill.run({ ...OPTIONS, database })).rejects.toThrow(`does not run on ${database}`);
});
