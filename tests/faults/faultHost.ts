import { setTimeout } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import type { Decimal } from '../../contract/money.ts';
import { createHost } from '../../server/createHost.ts';
import { proveCustomer } from '../../server/accounts/testing/customers.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { parseEnvironment } from '../../server/env.ts';
import { findReconcileState } from '../../server/db/repositories/reconcile.ts';
import { loadDocumentSigner } from '../../server/guarantee/signingKeys.ts';
import { createLogger } from '../../server/common/log.ts';
import { openPlace } from '../support/databases.ts';
import { credit } from '../../server/withdrawals/testing/withdrawalHost.ts';

const DAY_MS = 86_400_000;

export interface FaultHost {
  app: FastifyInstance;
  /** Credits a customer with earnings, in USDT, and makes the customer's sessions fresh for as long as the host runs. */
  credit(userId: number, amount: Decimal): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The whole API host on its embedded networks in this process, with an empty data directory; it does not listen yet. `databaseUrl`:
 * an empty PostgreSQL database instead of the embedded one.
 */
export async function startFaultHost({ databaseUrl }: { databaseUrl?: string } = {}): Promise<FaultHost> {
  const folder = mkdtempSync(join(quickFolder(), 'causeway-faults-'));
  const environment = parseEnvironment({
    DATA_DIR: folder,
    SANDBOX: 'allow',
    REQUESTS_PER_MINUTE: '1000000',
    DATABASE_URL: databaseUrl,
  });
  const host = await createHost(environment, createLogger('silent'));
  const stopWork = await host.start();
  return {
    app: host.app,
    credit: async (userId, amount) => {
      const database = openPlace(databaseUrl ?? join(folder, DATABASE_FILE));
      // The order that a credit names can't pass the first reconciliation, which reads every order.
      while (!(await findReconcileState(database))) await setTimeout(200);
      await credit({ database, now: Date.now, signer: await loadDocumentSigner(environment) }, userId, amount);
      await proveCustomer(database, userId, Date.now() + DAY_MS);
      await database.destroy();
    },
    stop: async () => {
      await host.app.close();
      await stopWork();
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
