import { SqliteAdapter, SqliteDialect, type DialectAdapter } from 'kysely';

/**
 * Kysely's SQLite, told that its transactions hold for changes of the schema too: migrations then run in one, behind its
 * write lock, and any number of processes may start on the same file at the same moment.
 */
export class EmbeddedDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
