import { ApiError } from '../../contract/errors.ts';
import { photosOf, type PhotoField, type RejectedField } from '../../contract/identity/documents.ts';
import type { UploadedPhoto } from '../../contract/schemas/identity.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { randomId } from '../common/hashing.ts';
import type { Executor } from '../db/database.ts';
import type { listPhotos } from '../db/repositories/identity/photos.ts';
import { findSubmissionOf, insertSubmission, lockSubmission, updateSubmission } from '../db/repositories/identity/submissions.ts';
import type { IdentitySubmissionRow } from '../db/tables/identity.ts';
import type { DraftDetails } from './details.ts';
import type { IdentityContext } from './identityContext.ts';

/** A photo of a submission, without its bytes */
type StoredPhoto = Awaited<ReturnType<typeof listPhotos>>[number];

type ClosedReason = 'SUBMITTED' | 'PASSED' | 'FINAL';

const MESSAGES: Readonly<Record<ClosedReason, string>> = {
  SUBMITTED: 'Your documents are being checked. Nothing can be changed now.',
  PASSED: 'You are verified. Nothing is missing.',
  FINAL: 'Your documents were rejected for good. Write to support.',
};

/** Returns why the customer can change nothing; null: a draft, or a rejection that may be corrected. */
function closedReason({ status, is_final }: IdentitySubmissionRow): ClosedReason | null {
  if (status === 'PROCESS') return 'SUBMITTED';
  if (status === 'PASS') return 'PASSED';
  return status === 'REJECT' && is_final === 1 ? 'FINAL' : null;
}

export const isOpen = (submission: IdentitySubmissionRow): boolean => closedReason(submission) === null;

/** Throws ERR_NOT_ACCEPTABLE if the customer can change nothing. */
export function requireOpen(submission: IdentitySubmissionRow): void {
  const reason = closedReason(submission);
  if (reason !== null) throw new ApiError('ERR_NOT_ACCEPTABLE', MESSAGES[reason], { reason });
}

/** Returns the submission of a customer, and creates it if there is none. */
export async function findOrCreateSubmission(
  { seals, now }: Pick<IdentityContext, 'seals' | 'now'>,
  executor: Executor,
  userId: number,
): Promise<IdentitySubmissionRow> {
  const found = await findSubmissionOf(executor, userId);
  if (found) return found;
  const id = randomId();
  const at = now();
  await insertSubmission(executor, {
    id,
    user_id: userId,
    version: 1,
    status: 'CREATED',
    upload_step: 'NONE',
    attempt: 0,
    wrapped_key: seals.createKey(id),
    details: null,
    number_digest: null,
    rejected: '[]',
    is_final: 0,
    valid_until: null,
    created_at: at,
    active_at: at,
    submitted_at: null,
    decided_at: null,
  });
  // Another request may have created it first.
  const created = await findSubmissionOf(executor, userId);
  if (!created) throw new Error(`The submission of customer ${userId} disappeared`);
  return created;
}

/**
 * Changes an open submission in one transaction: `work` gets its row, which nobody else can change meanwhile, and returns the columns to
 * change.
 *
 * @throws ERR_NOT_ACCEPTABLE if nothing can be changed, ERR_NOT_FOUND if it was deleted, and what `work` throws
 */
export async function changeOpen(
  { database, now }: Pick<IdentityContext, 'database' | 'now'>,
  submissionId: string,
  work: (
    transaction: Executor,
    submission: IdentitySubmissionRow,
  ) => Promise<Omit<Parameters<typeof updateSubmission>[2], 'active_at'>>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const submission = await lockSubmission(transaction, submissionId);
    if (!submission) throw new ApiError('ERR_NOT_FOUND', 'This draft was deleted.');
    requireOpen(submission);
    const change = await work(transaction, submission);
    const isWritten = await updateSubmission(transaction, submission, { ...change, active_at: now() });
    if (!isWritten) throw new Error(`The locked submission ${submissionId} changed`);
  });
}

/** Returns what the customer typed; empty before the first answer. */
export function detailsOf({ seals }: Pick<IdentityContext, 'seals'>, submission: IdentitySubmissionRow): DraftDetails {
  return submission.details === null ? {} : seals.of(submission).openDetails(submission.details);
}

export const rejectedOf = ({ rejected }: Pick<IdentitySubmissionRow, 'rejected'>): RejectedField[] =>
  JSON.parse(rejected) as RejectedField[];

/** Returns the photos that need not be taken again, and the fields of those that are missing. */
export function photoStateOf(
  submission: IdentitySubmissionRow,
  { identityType }: DraftDetails,
  photos: readonly StoredPhoto[],
): { usable: StoredPhoto[]; missing: PhotoField[] } {
  const rejected = new Set<string>(rejectedOf(submission).map(({ field }) => field));
  const isNewer = ({ uploaded_at }: StoredPhoto): boolean => uploaded_at > (submission.decided_at ?? 0);
  const usable = photos.filter((photo) => !rejected.has(photo.field) || isNewer(photo));
  const needed = identityType === undefined ? [] : photosOf(identityType);
  return { usable, missing: needed.filter((field) => !usable.some((photo) => photo.field === field)) };
}

export const presentPhoto = ({ id, field, uploaded_at }: StoredPhoto): UploadedPhoto => ({
  field,
  uploadId: id,
  uploadedAt: isoTime(uploaded_at),
});
