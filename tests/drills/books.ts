import { runOperatorCommand } from '../../server/operator/cli/runOperatorCommand.ts';
import { line, type Difference } from '../../server/reconcile/difference.ts';
import { reconcile } from '../../server/reconcile/reconcile.ts';
import { untilQuiet } from '../support/untilQuiet.ts';
import { OPERATOR_ACTS } from './corruptions/acts.ts';
import { corruptions } from './corruptions/index.ts';
import type { Books, Corruption } from './corruptions/corruption.ts';
import { makeBooks } from './corruptions/makeBooks.ts';
import { withoutConstraints } from '../support/withoutConstraints.ts';
import { takeSnapshot } from './corruptions/snapshot.ts';
import { defineDrill } from './defineDrill.ts';
import { SWAP_NETWORKS, type DrillWorld } from './drill.ts';
import { NETWORKS } from './support/customer.ts';
import { LOW_MINIMUM } from './support/earner.ts';
import { openContext, type Exchange } from './support/exchange.ts';

/** Changes the books behind the host's back, one change at a time. Reconciliation must raise an alarm that names what was changed. */
export const booksDrill = defineDrill({
  name: 'books',
  summary: () =>
    `${corruptions.length} changes behind the application’s back, one at a time: reconcile names each of them, and nothing before and after`,
  // Each round makes new orders, so that a corruption meets other numbers.
  size: { full: 2, short: 1 },
  // The checks ask the nodes, which takes minutes.
  sizeOnNodes: { full: 1, short: 1 },
  networks: SWAP_NETWORKS,
  environment: { ...LOW_MINIMUM, WITHDRAWAL_WAIT_SECONDS: '0', RECONCILE_EVERY_SECONDS: '3600' },
  practise: async (world) => {
    for (let round = 1; round <= world.count; round += 1) await runRound(world, round);
  },
});

async function runRound(world: DrillWorld, round: number): Promise<void> {
  const { exchange, log } = world;
  const [host] = exchange.hosts;
  log(`round ${round}: orders with every outcome`);
  const books = await makeBooks(world, round);
  await untilQuiet(exchange.database);
  // The host would act on a change: the drill is about what is noticed when it has already happened.
  await host?.stop();
  const context = await openOwn(exchange);
  for (const act of ['pause', 'resume']) await runOperatorCommand(context, [act, 'instrument', 'ltc', 'send']);
  for (const words of OPERATOR_ACTS) await runOperatorCommand(context, words);
  const check = async (): Promise<Difference[]> => (await reconcile(context, { settleMs: 0, checks: 1 })).differences;
  const complain = (when: string, found: readonly Difference[]): void => {
    for (const one of found) world.complain(`${when}: ${line(one)}`);
  };

  complain('before any change', await check());
  const restore = await takeSnapshot(exchange.database);
  const table: string[] = [];
  for (const corruption of corruptions) {
    if (exchange.real && corruption.needsEmbedded) {
      table.push(
        `${corruption.kind.padEnd(10)}${corruption.name.padEnd(92)}NOT MADE: the database does not keep what ${exchange.real.slug} recorded`,
      );
      continue;
    }
    const found = await meet(books, corruption, check);
    await restore();
    const alarm = found.find(
      ({ key, severity }) => severity === 'ALARM' && key.startsWith(corruption.alarm(books.orders, books.customer)),
    );
    table.push(`${corruption.kind.padEnd(10)}${corruption.name.padEnd(92)}${alarm?.key ?? 'NOTHING'}`);
    if (alarm) continue;
    const said = found.map(({ severity, key }) => `${severity} ${key}`).join(', ') || 'nothing';
    world.complain(`${corruption.name}: reconcile names ${said} instead of ${corruption.alarm(books.orders, books.customer)}…`);
  }
  for (const row of table) log(row);
  complain('after all changes are undone', await check());
  await host?.start();
}

async function meet(books: Books, { name, change }: Corruption, check: () => Promise<Difference[]>): Promise<Difference[]> {
  await withoutConstraints(books.database, async (database) => await change({ ...books, database })).catch((error: unknown) => {
    throw new Error(`The change did not happen: ${name}`, { cause: error });
  });
  return await check();
}

/** Opens what the commands use, on the networks of the drill's customers only. */
async function openOwn({ environment, database, real }: Exchange) {
  const context = await openContext(environment, database);
  const isOwn = (network: string): boolean => NETWORKS.has(network) || network === real?.slug;
  return { ...context, gateways: new Map([...context.gateways].filter(([network]) => isOwn(network))) };
}
