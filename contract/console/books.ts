import Type, { type Static } from 'typebox';
import { nullable, Timestamp } from '../schemas/common.ts';
import { ActOffer } from './acts.ts';

/** What reconciliation found, and who did what. */

export const ConsoleBooksResponse = Type.Object({
  endedAt: nullable(Type.String({ ...Timestamp, description: 'End of the last run; null: none has ended' })),
  fullAt: nullable(Type.String({ ...Timestamp, description: 'When everything was last checked' })),
  differences: Type.Array(
    Type.Object({
      key: Type.String(),
      severity: Type.Enum(['ALARM', 'NOTICE'] as const),
      what: Type.String(),
      howMuch: Type.String(),
      advice: Type.String(),
      acts: Type.Array(ActOffer),
    }),
    { description: 'Alarms first; without accepted ones' },
  ),
  unread: Type.Array(Type.Object({ object: Type.String(), reason: Type.String(), since: Timestamp })),
});
export type ConsoleBooks = Static<typeof ConsoleBooksResponse>;

export const AuditQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'Entries with a smaller number' })),
  subject: Type.Optional(Type.String({ maxLength: 400 })),
  actor: Type.Optional(Type.String({ maxLength: 100, description: 'As in the entries' })),
  act: Type.Optional(Type.String({ maxLength: 40 })),
  day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'In UTC' })),
});
export type AuditInput = Static<typeof AuditQuery>;

export const AuditResponse = Type.Object({
  entries: Type.Array(
    Type.Object({
      number: Type.Integer(),
      actor: Type.String({ description: 'A user of the command line, or "customer 12"' }),
      act: Type.String(),
      subject: Type.String(),
      reason: nullable(Type.String()),
      effect: Type.Unknown(),
      session: nullable(Type.String()),
      approval: nullable(
        Type.Object({ id: Type.String(), requestedBy: Type.Integer(), requestedAt: Timestamp, decision: Type.String() }),
      ),
      at: Timestamp,
      hash: Type.String({ description: 'SHA-256 of the signed entry; the next entry names it' }),
      previous: nullable(Type.String({ description: 'Hash of the entry before' })),
    }),
    { description: 'Newest first. Operators without the scope settings see their own only' },
  ),
  nextBefore: nullable(Type.Integer({ description: 'Where to go on: there may be more entries before this number' })),
  count: Type.Integer({ description: 'All entries of the record' }),
  checkpointAt: nullable(Type.String({ ...Timestamp, description: 'When the host last signed what the record is' })),
  faults: Type.Array(Type.String(), { description: 'What reconciliation found to be missing or changed, in English' }),
  checkedAt: nullable(Timestamp),
});
export type Audit = Static<typeof AuditResponse>;

export const AuditExportResponse = Type.Object({ text: Type.String({ description: 'CSV, newest first' }) });
export type AuditExport = Static<typeof AuditExportResponse>;
