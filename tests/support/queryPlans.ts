import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Database } from '../../server/db/database.ts';

/**
 * Runs `work` with an embedded database and returns the steps of the plans of all its queries, without duplicates: "SCAN orders" reads the whole
 * table, "SEARCH orders USING INDEX …" does not.
 */
export async function planSteps(database: Database, work: (recorded: Database) => Promise<unknown>): Promise<string[]> {
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await work(database.withPlugin(recorder));
  const executor = database.getExecutor();
  const steps = new Set<string>();
  for (const node of nodes) {
    const { sql, parameters, queryId } = executor.compileQuery(node, { queryId: 'plan' });
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await executor.executeQuery<{ detail: string }>({ ...plan, queryId });
    for (const { detail } of rows) steps.add(detail);
  }
  return [...steps];
}
