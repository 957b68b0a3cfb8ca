import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, bytesType, required } from '../../columns.ts';

/** Identity verifications, their photos, uploads in parts and phone codes. `tables/identity.ts` describes the columns. */
export const identityMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const bytes = bytesType(database);
    await database.schema
      .createTable('identity_submissions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().unique().references('users.id'))
      .addColumn('version', 'integer', required)
      .addColumn('status', 'text', required)
      .addColumn('upload_step', 'text', required)
      .addColumn('attempt', 'integer', required)
      .addColumn('wrapped_key', 'text')
      .addColumn('details', 'text')
      .addColumn('number_digest', 'text')
      .addColumn('rejected', 'text', required)
      .addColumn('is_final', 'integer', required)
      .addColumn('valid_until', 'text')
      .addColumn('created_at', 'bigint', required)
      .addColumn('active_at', 'bigint', required)
      .addColumn('submitted_at', 'bigint')
      .addColumn('decided_at', 'bigint')
      .execute();
    await addIndex(database, 'identity_submissions', ['status', 'active_at']);
    await addIndex(database, 'identity_submissions', ['number_digest']);
    await database.schema
      .createTable('identity_photos')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('submission_id', 'text', (column) => column.notNull().references('identity_submissions.id'))
      .addColumn('field', 'text', required)
      .addColumn('sealed', bytes, required)
      .addColumn('uploaded_at', 'bigint', required)
      .addUniqueConstraint('identity_photos_of_field', ['submission_id', 'field'])
      .execute();
    await database.schema
      .createTable('identity_uploads')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('submission_id', 'text', (column) => column.notNull().references('identity_submissions.id'))
      .addColumn('field', 'text', required)
      .addColumn('total', 'integer', required)
      .addColumn('received', 'integer', required)
      .addUniqueConstraint('identity_uploads_of_field', ['submission_id', 'field'])
      .execute();
    await database.schema
      .createTable('identity_upload_parts')
      .addColumn('upload_id', 'text', (column) => column.notNull().references('identity_uploads.id').onDelete('cascade'))
      .addColumn('start', 'integer', required)
      .addColumn('sealed', bytes, required)
      .addPrimaryKeyConstraint('identity_upload_parts_key', ['upload_id', 'start'])
      .execute();
    await database.schema
      .createTable('identity_phones')
      .addColumn('submission_id', 'text', (column) => column.primaryKey().references('identity_submissions.id'))
      .addColumn('code_hash', 'text', (column) => column.notNull().unique())
      .addColumn('pass_hash', 'text', (column) => column.unique())
      .addColumn('number', 'text', required)
      .addColumn('expires_at', 'bigint', required)
      .execute();
  },
};
