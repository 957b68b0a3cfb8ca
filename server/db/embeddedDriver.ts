import { SqliteAdapter, type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { DatabaseLockedError } from './databaseErrors.ts';
import type { LockWaits } from './databaseLock.ts';

/** The one connection to an embedded database. Each function may throw DatabaseLockedError and may then be called again. */
export interface EmbeddedConnection {
  /** Settings of the connection */
  prepare(): void;
  /** Called once for each statement, before it runs first */
  observe(statement: string): void;
  execute(statement: string, parameters: readonly unknown[]): QueryResult<unknown>;
  isInTransaction(): boolean;
  close(): void;
}

/** The driver gives the connection to one transaction at a time by itself. */
export class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Returns the driver of an embedded database. Statements wait while another one's transaction is open. A statement that meets the lock of
 * another process is tried again later and holds up no other meanwhile: reads go on while writes wait (D83).
 */
export function createEmbeddedDriver(connection: EmbeddedConnection, lock: LockWaits): Driver {
  /** Whose transaction is open */
  let owner: DatabaseConnection | null = null;
  let ended = Promise.withResolvers<void>();

  const run = async <Result>(caller: DatabaseConnection | null, statement: string, work: () => Result): Promise<Result> => {
    for (let wait: ReturnType<LockWaits['begin']> | null = null; ; await wait.next()) {
      while (owner !== null && owner !== caller) await ended.promise;
      if (wait === null) connection.observe(statement);
      try {
        const result = work();
        if (wait !== null || statement === 'begin') lock.released();
        return result;
      } catch (error) {
        if (!(error instanceof DatabaseLockedError)) throw error;
        wait ??= lock.begin();
      }
    }
  };
  const acquire = (): DatabaseConnection => {
    const caller: DatabaseConnection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery) =>
        // The caller knows which rows its statement returns.
        (await run(caller, sql, () => connection.execute(sql, parameters))) as QueryResult<Row>,
      streamQuery: () => {
        throw new TypeError('Cursors are not supported. Read in pages.');
      },
    };
    return caller;
  };
  const end = async (caller: DatabaseConnection, statement: 'commit' | 'rollback'): Promise<void> => {
    await run(caller, statement, () => {
      // SQLite rolls back by itself when the disk is full.
      if (statement === 'commit' || connection.isInTransaction()) connection.execute(statement, []);
    });
  };
  return {
    init: async () => await run(null, 'pragma', connection.prepare),
    acquireConnection: async () => await Promise.resolve(acquire()),
    beginTransaction: async (caller) =>
      await run(caller, 'begin', () => {
        // A transaction takes the write lock when it begins, so that a second process waits instead of failing halfway.
        connection.execute('begin immediate', []);
        owner = caller;
        ended = Promise.withResolvers();
      }),
    commitTransaction: async (caller) => await end(caller, 'commit'),
    rollbackTransaction: async (caller) => await end(caller, 'rollback'),
    releaseConnection: async (caller) => {
      if (owner !== caller) return await Promise.resolve();
      owner = null;
      ended.resolve();
      // Its rollback failed.
      if (connection.isInTransaction()) connection.execute('rollback', []);
    },
    destroy: async () => await Promise.resolve(connection.close()),
  };
}
