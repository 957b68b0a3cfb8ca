import type { PhotoField } from '../../../contract/identity/documents.ts';
import type { IdentityStatus, UploadStep } from '../../../contract/identity/steps.ts';

/** Identity verifications. Photos and details are encrypted with a key of each submission. Times are in ms since 1970. */
export interface IdentityTables {
  identity_submissions: IdentitySubmissionTable;
  identity_photos: IdentityPhotoTable;
  identity_uploads: IdentityUploadTable;
  identity_upload_parts: IdentityUploadPartTable;
  identity_phones: IdentityPhoneTable;
}

/** The verification of a customer, from the first answer on. A customer has at most one. */
export interface IdentitySubmissionTable {
  id: string;
  user_id: number;
  /** Counts the changes of the row. Each change is conditional on it. */
  version: number;
  status: Exclude<IdentityStatus, 'NOT_STARTED'>;
  upload_step: UploadStep;
  /** How often it was submitted */
  attempt: number;
  /** The key of its photos and details, encrypted under the host's key; null: deleted, so nothing can be read any more */
  wrapped_key: string | null;
  /** JSON of what the customer typed, encrypted; null: nothing, or deleted */
  details: string | null;
  /** Keyed digest of country, type and number of the document: finds other accounts with it */
  number_digest: string | null;
  /** JSON: `RejectedField[]` of the last verdict */
  rejected: string;
  /** 1: the rejection is final */
  is_final: number;
  /** When the submitted document expires: a date. Not encrypted: the result of a verification needs it */
  valid_until: string | null;
  created_at: number;
  /** The last change by the customer or a reviewer, and of a verified customer the last activity: retention counts from it */
  active_at: number;
  submitted_at: number | null;
  decided_at: number | null;
}
export type IdentitySubmissionRow = Readonly<IdentitySubmissionTable>;

/** A photo as the host stores it: a JPEG without metadata, encrypted */
export interface IdentityPhotoTable {
  /** The `uploadId` */
  id: string;
  submission_id: string;
  field: PhotoField;
  sealed: Uint8Array;
  uploaded_at: number;
}
export type IdentityPhotoRow = Readonly<IdentityPhotoTable>;

/** A file that arrives in parts. It becomes a photo and is deleted once it is complete. */
export interface IdentityUploadTable {
  id: string;
  submission_id: string;
  field: PhotoField;
  /** Bytes of the file */
  total: number;
  /** Bytes that have arrived */
  received: number;
}

export interface IdentityUploadPartTable {
  upload_id: string;
  start: number;
  sealed: Uint8Array;
}

/** A phone that may add photos to a submission. Of each submission one: a new code replaces the one before. */
export interface IdentityPhoneTable {
  submission_id: string;
  /** SHA-256 of the code in the QR code */
  code_hash: string;
  /** SHA-256 of the pass that the code was exchanged for; null: it was not used */
  pass_hash: string | null;
  /** Six digits that both devices show */
  number: string;
  expires_at: number;
}
