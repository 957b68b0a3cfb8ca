import { isoTime } from '../../contract/isoTime.ts';
import type { RejectedField, RejectReason, ReviewedField } from '../../contract/identity/documents.ts';
import type { IdentityStatusOutput } from '../../contract/schemas/identity.ts';
import { COUNTED_CASES, usualSeconds } from '../common/usualSeconds.ts';
import { findSubmissionOf, listReviewTimes } from '../db/repositories/identity/submissions.ts';
import type { IdentityContext } from './identityContext.ts';
import { DAY_MS } from './retention.ts';
import { rejectedOf } from './submissions.ts';

const FIELDS: Readonly<Record<ReviewedField, string>> = {
  frontPhoto: 'Front of the document',
  backendPhoto: 'Back of the document',
  facePhoto: 'Photo of the face',
  details: 'Details',
};
const REASONS: Readonly<Record<RejectReason, string>> = {
  BLURRED: 'it is not sharp',
  GLARE: 'light is reflected on it',
  CROPPED: 'a part is cut off or covered',
  NOT_READABLE: 'it can’t be read',
  SIDE_MISSING: 'it shows the other side',
  WRONG_DOCUMENT: 'it is another document than the chosen one',
  EXPIRED: 'the document has expired',
  COPY_OR_SCREEN: 'it is a picture of a copy or a screen',
  FACE_MISMATCH: 'it does not match the document',
  DATA_MISMATCH: 'they differ from the document',
  UNDER_AGE: 'the person is not of age',
  COUNTRY: 'documents of this country are not accepted',
};

/** Returns a sentence for each rejected field, in English; null without any. */
function rejectReasonOf(rejected: readonly RejectedField[]): string | null {
  return rejected.map(({ field, reason }) => `${FIELDS[field]}: ${REASONS[reason]}.`).join(' ') || null;
}

/** Returns the state of a customer's verification. */
export async function readStatus({ database, retention }: IdentityContext, userId: number): Promise<IdentityStatusOutput> {
  const submission = await findSubmissionOf(database, userId);
  if (!submission) {
    return {
      status: 'NOT_STARTED',
      rejectReason: null,
      documents: [],
      final: false,
      uploadStep: 'NONE',
      submittedAt: null,
      decidedAt: null,
      validUntil: null,
      photosDeletedAt: null,
    };
  }
  const { status, upload_step, submitted_at, decided_at, active_at, valid_until, is_final } = submission;
  const rejected = rejectedOf(submission);
  const days = { PASS: retention.passedDays, REJECT: retention.rejectedDays, CREATED: null, PROCESS: null }[status];
  return {
    status,
    rejectReason: rejectReasonOf(rejected),
    documents: rejected,
    final: is_final === 1,
    uploadStep: upload_step,
    ...(status === 'PROCESS' && { usualSeconds: usualSeconds(await listReviewTimes(database, COUNTED_CASES)) }),
    submittedAt: submitted_at === null ? null : isoTime(submitted_at),
    decidedAt: decided_at === null ? null : isoTime(decided_at),
    validUntil: status === 'PASS' ? valid_until : null,
    photosDeletedAt: days === null ? null : isoTime(active_at + days * DAY_MS),
  };
}
