import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import { proveCustomer } from '../../server/accounts/testing/customers.ts';
import { BOT_TOKEN } from '../../server/accounts/testing/signedInitData.ts';
import { createHost } from '../../server/createHost.ts';
import { parseEnvironment } from '../../server/env.ts';
import { openEmbeddedDatabase, type Database } from '../../server/db/database.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { loadDocumentSigner } from '../../server/guarantee/signingKeys.ts';
import { createLogger } from '../../server/common/log.ts';
import { sha256 } from '../../server/common/hashing.ts';
import { FEE_ROSE } from '../../server/payments/outbox/feeWait.ts';
import { credit } from '../../server/withdrawals/testing/withdrawalHost.ts';

export interface ApiHost {
  app: FastifyInstance;
  dataDirectory: string;
  /** Credits a customer with 312.48 USDT. Earnings otherwise take completed orders of other customers. */
  credit(userId: number): Promise<void>;
  /** Confirms the customer's e-mail and makes the sessions fresh, as its codes do. */
  prove(userId: number): Promise<void>;
  /** Lets a day of high network fees pass for a withdrawal, so that its customer is asked (D69). */
  askAboutFee(withdrawalId: string): Promise<void>;
  /** Replaces the token that stops a withdrawal, which is in an e-mail only. */
  setStopToken(withdrawalId: string, token: string): Promise<void>;
  stop(): Promise<void>;
}

/** The whole API host with an empty data directory, on embedded networks whose blocks take milliseconds. */
export async function startApiHost(): Promise<ApiHost> {
  const folder = mkdtempSync(join(quickFolder(), 'causeway-api-'));
  const environment = parseEnvironment({
    DATA_DIR: folder,
    SANDBOX: 'allow',
    EMBEDDED_CHAIN_SPEED: '100000',
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
  });
  const host = await createHost(environment, createLogger('silent'));
  const stopWork = await host.start();
  const change = async (work: (database: Database) => Promise<void>): Promise<void> => {
    const database = openEmbeddedDatabase(join(folder, DATABASE_FILE));
    await work(database);
    await database.destroy();
  };
  return {
    app: host.app,
    dataDirectory: folder,
    credit: async (userId) => {
      await change(
        async (database) =>
          await credit({ database, now: Date.now, signer: await loadDocumentSigner(environment) }, userId, '312.48'),
      );
    },
    prove: async (userId) => {
      await change(async (database) => {
        await proveCustomer(database, userId, Date.now());
        await database.updateTable('users').set({ email_confirmed_at: Date.now() }).where('id', '=', userId).execute();
      });
    },
    askAboutFee: async (withdrawalId) => {
      await change(async (database) => {
        const refused = { state: 'REFUSED', reason: FEE_ROSE, attempts: 12, not_before: Date.now() + 3_600_000 } as const;
        await database.updateTable('outbox').set(refused).where('withdrawal_id', '=', withdrawalId).execute();
        await database.updateTable('withdrawals').set({ asked_at: Date.now() }).where('id', '=', withdrawalId).execute();
      });
    },
    setStopToken: async (withdrawalId, token) => {
      const stop_token_hash = sha256(token);
      await change(async (database) => {
        await database.updateTable('withdrawals').set({ stop_token_hash }).where('id', '=', withdrawalId).execute();
      });
    },
    stop: async () => {
      await host.app.close();
      await stopWork();
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
