import type { PhotoField } from '../../../contract/identity/documents.ts';
import type { IdentityStatus, UploadStep } from '../../../contract/identity/steps.ts';
import { bigint, bytes, integer, table, text, type RowOf } from '../table.ts';

/** Identity verifications. Photos and details are encrypted with a key of each submission. Times are in ms since 1970. */
export const identityTables = {
  /** The verification of a customer, from the first answer on. A customer has at most one. */
  identity_submissions: table({
    id: text().primaryKey(),
    user_id: integer().unique().references('users'),
    /** Counts the changes of the row. Each change is conditional on it. */
    version: integer(),
    status: text<Exclude<IdentityStatus, 'NOT_STARTED'>>(),
    upload_step: text<UploadStep>(),
    /** How often it was submitted */
    attempt: integer(),
    /** The key of its photos and details, encrypted under the host's key; null: deleted, so nothing can be read any more */
    wrapped_key: text().nullable(),
    /** JSON of what the customer typed, encrypted; null: nothing, or deleted */
    details: text().nullable(),
    /** Keyed digest of country, type and number of the document: finds other accounts with it */
    number_digest: text().nullable(),
    /** JSON: `RejectedField[]` of the last verdict */
    rejected: text(),
    /** 1: the rejection is final */
    is_final: integer(),
    /** When the submitted document expires: a date. Not encrypted: the result of a verification needs it */
    valid_until: text().nullable(),
    created_at: bigint(),
    /** The last change by the customer or a reviewer, and of a verified customer the last activity: retention counts from it */
    active_at: bigint(),
    submitted_at: bigint().nullable(),
    decided_at: bigint().nullable(),
  }).indexes(['status', 'active_at'], ['number_digest'], ['decided_at']),
  /** A photo as the host stores it: a JPEG without metadata, encrypted */
  identity_photos: table({
    /** The `uploadId` */
    id: text().primaryKey(),
    submission_id: text().references('identity_submissions'),
    field: text<PhotoField>(),
    sealed: bytes(),
    uploaded_at: bigint(),
  }).unique('submission_id', 'field'),
  /** A file that arrives in parts. It becomes a photo and is deleted once it is complete. */
  identity_uploads: table({
    id: text().primaryKey(),
    submission_id: text().references('identity_submissions'),
    field: text<PhotoField>(),
    /** Bytes of the file */
    total: integer(),
    /** Bytes that have arrived */
    received: integer(),
  }).unique('submission_id', 'field'),
  identity_upload_parts: table({
    upload_id: text().deletedWith('identity_uploads'),
    start: integer(),
    sealed: bytes(),
  }).key('upload_id', 'start'),
  /** A phone that may add photos to a submission. Of each submission one: a new code replaces the one before. */
  identity_phones: table({
    submission_id: text().primaryKey().references('identity_submissions'),
    /** SHA-256 of the code in the QR code */
    code_hash: text().unique(),
    /** SHA-256 of the pass that the code was exchanged for; null: it was not used */
    pass_hash: text().nullable().unique(),
    /** Six digits that both devices show */
    number: text(),
    expires_at: bigint(),
  }),
};

export type IdentitySubmissionRow = RowOf<typeof identityTables.identity_submissions>;
export type IdentityPhotoRow = RowOf<typeof identityTables.identity_photos>;
export type IdentityUploadTable = RowOf<typeof identityTables.identity_uploads>;
export type IdentityPhoneTable = RowOf<typeof identityTables.identity_phones>;
