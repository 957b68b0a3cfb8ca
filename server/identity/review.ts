import { ageOn, civilDateOf, MINIMUM_AGE } from '../../contract/identity/civilDate.ts';
import type { PhotoField } from '../../contract/identity/documents.ts';
import type { Executor } from '../db/database.ts';
import { findPhoto, listPhotos } from '../db/repositories/identity/photos.ts';
import { findSubmission, listSameNumber } from '../db/repositories/identity/submissions.ts';
import type { IdentitySubmissionRow } from '../db/tables/identity.ts';
import type { IdentityDetails } from './details.ts';
import type { Seals } from './seals.ts';

/** Documents as a reviewer sees them. The caller records that they were opened, in the same transaction. */
export interface OpenedDocuments {
  submission: IdentitySubmissionRow;
  details: IdentityDetails;
  /** JPEG */
  photos: { field: PhotoField; uploadedAt: number; bytes: Buffer }[];
  checks: { isOfAge: boolean; isValid: boolean; sameNumber: number[] };
}

/** Returns what the customer typed. A submission has all of it: `submitIdentity` writes nothing else. Throws if there is nothing. */
export function submittedDetails(seals: Seals, submission: IdentitySubmissionRow): IdentityDetails {
  if (submission.details === null) throw new Error(`The submission ${submission.id} has no details`);
  return seals.of(submission).openDetails(submission.details) as IdentityDetails;
}

/** Returns the documents of a submission that waits for a verdict; null if there is none. `now` in ms since 1970. */
export async function openDocuments(
  executor: Executor,
  { seals, submissionId, now }: { seals: Seals; submissionId: string; now: number },
): Promise<OpenedDocuments | null> {
  const submission = await findSubmission(executor, submissionId);
  if (submission?.status !== 'PROCESS') return null;
  const details = submittedDetails(seals, submission);
  const seal = seals.of(submission);
  const photos: OpenedDocuments['photos'] = [];
  for (const { id } of await listPhotos(executor, submissionId)) {
    const photo = await findPhoto(executor, id);
    if (photo) photos.push({ field: photo.field, uploadedAt: photo.uploaded_at, bytes: seal.openPhoto(photo.sealed, photo) });
  }
  const today = civilDateOf(now);
  return {
    submission,
    details,
    photos,
    checks: {
      isOfAge: ageOn(today, details.birthDate) >= MINIMUM_AGE,
      isValid: details.expireDate >= today,
      sameNumber: await listSameNumber(executor, submission),
    },
  };
}
