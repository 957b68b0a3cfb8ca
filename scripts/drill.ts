import { parseArgs } from 'node:util';
import { DRILL_DATABASES, DRILL_NETWORKS } from '../tests/drills/drill.ts';
import { drills } from '../tests/drills/index.ts';

/** `npm run drill -- kill --orders=200 --seed=7 --database=postgres`: practises a fault on real processes. Without a name: the list. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string' },
    seed: { type: 'string' },
    database: { type: 'string' },
    short: { type: 'boolean' },
    network: { type: 'string' },
  },
});
const [name] = positionals;
const drill = drills.find((one) => one.name === name);

if (!drill) {
  if (name !== undefined) console.log(`There is no drill "${name}".\n`);
  console.log(
    `npm run drill -- NAME [--orders=N] [--seed=N] [--database=${DRILL_DATABASES.join('|')}] [--network=${DRILL_NETWORKS.join('|')}] [--short]\n`,
  );
  for (const { name: known, summary } of drills) console.log(`  ${known.padEnd(12)}${summary}`);
  process.exit(name === undefined ? 0 : 1);
}

// Without this, a signal ends the process without its event `exit`, which ends the drill's hosts and nodes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const seed = wholeNumber('seed', values.seed) ?? Math.floor(Math.random() * 1_000_000);
const startedAt = Date.now();
const log = (line: string): void => console.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${line}`);
log(`${name}: ${drill.summary}`);
log(`seed ${seed}: the same seed makes the same choices`);
const broken = await drill
  .run({
    orders: wholeNumber('orders', values.orders),
    isShort: values.short ?? false,
    seed,
    database: oneOf('database', values.database, drill.databases),
    network: oneOf('network', values.network, drill.networks),
    log,
  })
  .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
for (const promise of broken) log(`BROKEN  ${promise}`);
log(broken.length === 0 ? 'PASS' : `FAIL: ${broken.length} broken`);
process.exit(broken.length === 0 ? 0 : 1);

function wholeNumber(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return refuse(`--${option} takes a whole number, not "${text}".`);
}

/** Returns an option that the drill supports; null without it. */
function oneOf<Value extends string>(option: string, text: string | undefined, known: readonly Value[]): Value | null {
  if (text === undefined) return null;
  return (
    known.find((one) => one === text) ??
    refuse(`--${option} of the drill "${name}" is ${known.join(' or ') || 'not supported'}, not "${text}".`)
  );
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
