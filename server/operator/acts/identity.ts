import Type from 'typebox';
import { reasonsOf, type RejectedField } from '../../../contract/identity/documents.ts';
import { RejectedDocuments, SubmissionId } from '../../../contract/console/identity.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { listPhotos } from '../../db/repositories/identity/photos.ts';
import { findSubmission, updateSubmission } from '../../db/repositories/identity/submissions.ts';
import type { IdentitySubmissionRow } from '../../db/tables/identity.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, requireWritten, type Act, type Refusal } from './act.ts';

/**
 * The subject of verdicts. Opening documents has another one: it does not end what another operator has planned.
 */
export const verdictSubject = (submissionId: string): string => `identity ${submissionId}`;

/** `attempt` is the one whose documents the reviewer has seen: a verdict never counts for photos that were sent later. */
const Reviewed = { submissionId: SubmissionId, attempt: Type.Integer({ minimum: 1 }) };

async function inReview(
  { database }: Pick<OperatorContext, 'database'>,
  { submissionId, attempt }: { submissionId: string; attempt: number },
): Promise<IdentitySubmissionRow | Refusal<'NO_SUBMISSION' | 'NOT_IN_REVIEW'>> {
  const submission = await findSubmission(database, submissionId);
  if (!submission) return refuse('NO_SUBMISSION');
  return submission.status === 'PROCESS' && submission.attempt === attempt ? submission : refuse('NOT_IN_REVIEW');
}

/** Accepts the documents of a customer. */
const pass = defineAct({
  scope: 'identity',
  input: Type.Object(Reviewed, closed),
  plan: async (context, { submissionId, attempt }) => {
    const submission = await inReview(context, { submissionId, attempt });
    if ('refused' in submission) return submission;
    const { siteOrigin, now } = context;
    const { user_id: userId } = submission;
    return {
      subject: verdictSubject(submissionId),
      effect: { submissionId, userId, attempt },
      versions: [submission.version],
      execute: async (transaction) => {
        const at = now();
        const verdict = { status: 'PASS', rejected: '[]', is_final: 0, decided_at: at, active_at: at } as const;
        requireWritten(await updateSubmission(transaction, submission, verdict), submissionId);
        await queueAccountMail(transaction, { kind: 'IDENTITY_PASSED', data: {}, userId, origin: siteOrigin, now: at });
      },
    };
  },
});

/** Rejects documents of a customer, each with its reason. Only these are requested again, or none if it is final. */
const reject = defineAct({
  scope: 'identity',
  input: Type.Object({ ...Reviewed, documents: RejectedDocuments, final: Type.Boolean() }, closed),
  plan: async (context, { submissionId, attempt, documents, final }) => {
    const submission = await inReview(context, { submissionId, attempt });
    if ('refused' in submission) return submission;
    const { database, siteOrigin, now } = context;
    const photos = await listPhotos(database, submissionId);
    const fields = ['details', ...photos.map(({ field }) => field)];
    if (!areJudgeable(documents, fields)) return refuse('WRONG_REASON');
    const { user_id: userId } = submission;
    return {
      subject: verdictSubject(submissionId),
      effect: { submissionId, userId, attempt, documents, final },
      versions: [submission.version],
      execute: async (transaction) => {
        const at = now();
        const isWritten = await updateSubmission(transaction, submission, {
          status: 'REJECT',
          rejected: JSON.stringify(documents),
          is_final: final ? 1 : 0,
          decided_at: at,
          active_at: at,
        });
        requireWritten(isWritten, submissionId);
        await queueAccountMail(transaction, {
          kind: 'IDENTITY_REJECTED',
          data: { fields: documents.map(({ field }) => field), isFinal: final },
          userId,
          origin: siteOrigin,
          now: at,
        });
      },
    };
  },
});

/** Each field is there, is named once, and can have its reason. */
function areJudgeable(documents: readonly RejectedField[], fields: readonly string[]): boolean {
  const named = documents.map(({ field }) => field);
  return (
    new Set(named).size === named.length &&
    documents.every(({ field, reason }) => fields.includes(field) && reasonsOf(field).includes(reason))
  );
}

export const identityActs = { 'verify-pass': pass, 'verify-reject': reject } satisfies Record<string, Act>;
