import { setTimeout as wait } from 'node:timers/promises';

const STATEMENTS = /^causeway_database_statements_total\{kind="(?<kind>\w+)"\} (?<count>\d+)$/gm;
const RECONCILED = /^causeway_reconcile_age_seconds \d/m;
/** More than an idle host makes, and much less than its first reconciliation */
const IDLE_PER_SECOND = 40;
const LONGEST_START_MS = 120_000;

/** Returns how many statements of each kind a host has made. */
export async function readStatements(origin: string): Promise<ReadonlyMap<string, number>> {
  return statementsIn(await readMetrics(origin));
}

/** Waits until the first reconciliation has ended and the host makes few statements. Throws after two minutes. */
export async function waitUntilIdle(origin: string): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_START_MS;
  let before = Number.NEGATIVE_INFINITY;
  while (performance.now() < giveUpAt) {
    const metrics = await readMetrics(origin);
    const count = [...statementsIn(metrics).values()].reduce((sum, of) => sum + of, 0);
    if (RECONCILED.test(metrics) && count - before < IDLE_PER_SECOND) return;
    before = count;
    await wait(1_000);
  }
  throw new Error(`The host at ${origin} is still busy with itself`);
}

async function readMetrics(origin: string): Promise<string> {
  return await (await fetch(`${origin}/metrics`)).text();
}

function statementsIn(metrics: string): Map<string, number> {
  return new Map([...metrics.matchAll(STATEMENTS)].map(({ groups }) => [groups?.['kind'] ?? '', Number(groups?.['count'])]));
}
