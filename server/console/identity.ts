import type { IdentityQueue, OpenIdentity, OpenIdentityInput } from '../../contract/console/identity.ts';
import { ApiError } from '../../contract/errors.ts';
import { PHOTO_FIELDS } from '../../contract/identity/documents.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { findUser } from '../db/repositories/accounts/users.ts';
import { countInReview, listInReview } from '../db/repositories/identity/submissions.ts';
import type { IdentitySubmissionRow } from '../db/tables/identity.ts';
import { customerTexts } from '../identity/customerTexts.ts';
import { submittedDetails } from '../identity/review.ts';
import type { Seals } from '../identity/seals.ts';
import { openIdentity as openRecorded } from '../operator/openIdentity.ts';
import { actorOf, sessionOf } from './acts.ts';
import type { ConsoleContext, Operator } from './context.ts';

const MOST_LISTED = 100;

/** Returns the submissions that wait for a verdict. Of what customers sent, only the type of the document and its country. */
export async function readIdentityQueue({ database, seals }: Pick<ConsoleContext, 'database' | 'seals'>): Promise<IdentityQueue> {
  const rows = await listInReview(database, MOST_LISTED);
  const submissions = rows.map((row) => ({ ...present(row), document: documentOf(seals, row) }));
  return { submissions, waiting: await countInReview(database) };
}

/** Returns the documents of a submission. The record of it is written first, in the same transaction. Throws ERR_NOT_FOUND. */
export async function openIdentity(
  context: ConsoleContext,
  operator: Operator,
  { submissionId }: OpenIdentityInput,
): Promise<OpenIdentity> {
  const { database, seals } = context;
  const who = { actor: actorOf(operator), session: sessionOf(operator) };
  const opened = await openRecorded(context, { submissionId, seals, ...who });
  if (!opened) throw new ApiError('ERR_NOT_FOUND', 'These documents no longer wait for a verdict.');
  const { submission, details, photos, checks } = opened;
  const user = await findUser(database, submission.user_id);
  return {
    ...present(submission),
    ...details,
    locale: user?.locale ?? 'en',
    texts: customerTexts(user?.locale ?? 'en'),
    checks,
    photos: photos
      .toSorted((one, other) => PHOTO_FIELDS.indexOf(one.field) - PHOTO_FIELDS.indexOf(other.field))
      .map(({ field, uploadedAt, bytes }) => ({
        field,
        uploadedAt: isoTime(uploadedAt),
        image: `data:image/jpeg;base64,${bytes.toString('base64')}`,
      })),
  };
}

/** A database that was restored without its identity key has documents that nobody can open. The others can still be reviewed. */
function documentOf(seals: Seals, submission: IdentitySubmissionRow): IdentityQueue['submissions'][number]['document'] {
  try {
    const { identityType, issueCountry } = submittedDetails(seals, submission);
    return { identityType, issueCountry };
  } catch {
    return null;
  }
}

const present = ({ id, user_id, attempt, submitted_at, created_at }: IdentitySubmissionRow) => ({
  submissionId: id,
  userId: user_id,
  attempt,
  submittedAt: isoTime(submitted_at ?? created_at),
});
