import { NO_EXPIRY_DATE } from '../../contract/identity/civilDate.ts';
import { PHOTO_FIELDS, photosOf, type PhotoField } from '../../contract/identity/documents.ts';
import { SUBMITTED_PHOTO_BYTES } from '../../contract/identity/limits.ts';
import type { SubmitIdentityInput } from '../../contract/schemas/identity.ts';
import { randomId } from '../common/hashing.ts';
import { deletePhotos, listPhotos, replacePhoto } from '../db/repositories/identity/photos.ts';
import { deleteSubmissionUploads } from '../db/repositories/identity/submissions.ts';
import { checkDetails, detailFault, type IdentityDetails } from './details.ts';
import type { IdentityContext, IdentityCustomer } from './identityContext.ts';
import { readPhotoOf } from './photoAllowance.ts';
import type { PhotoSource } from './readPhoto.ts';
import { changeOpen, findOrCreateSubmission, photoStateOf, requireOpen } from './submissions.ts';

const UPLOADED = 'upload:';

/**
 * Hands a customer's documents to a reviewer. Photos in data URLs are read one at a time, before anything changes.
 *
 * @throws ERR_VALIDATION for a detail that is not possible or a missing photo, ERR_UNPROCESSABLE_ENTITY for a file that is no photo,
 * ERR_NOT_ACCEPTABLE if nothing can be submitted, as after the first click of a double click, ERR_TOO_MANY_REQUESTS
 */
export async function submitIdentity(
  context: IdentityContext,
  { userId, client }: IdentityCustomer,
  input: SubmitIdentityInput,
): Promise<void> {
  const { database, seals, now } = context;
  const details = detailsIn(input);
  checkDetails(details, now());
  const submission = await findOrCreateSubmission(context, database, userId);
  requireOpen(submission);
  const needed = photosOf(details.identityType);
  const files = await readFiles(context, { submissionId: submission.id, client }, input);
  await changeOpen(context, submission.id, async (transaction, locked) => {
    const seal = seals.of(locked);
    const at = now();
    for (const { field, bytes } of files) {
      const photo = { id: randomId(), field, submission_id: locked.id, uploaded_at: at };
      await replacePhoto(transaction, { ...photo, sealed: seal.sealPhoto(bytes, photo) });
    }
    const { usable } = photoStateOf(locked, details, await listPhotos(transaction, locked.id));
    for (const field of needed.filter((name) => input[name]?.startsWith(UPLOADED))) {
      const id = input[field]?.slice(UPLOADED.length);
      if (!usable.some((photo) => photo.field === field && photo.id === id)) throw detailFault(field, 'NOT_UPLOADED');
    }
    await deletePhotos(
      transaction,
      locked.id,
      PHOTO_FIELDS.filter((field) => !needed.includes(field)),
    );
    await deleteSubmissionUploads(transaction, locked.id);
    return {
      status: 'PROCESS',
      upload_step: 'NONE',
      attempt: locked.attempt + 1,
      details: seal.sealDetails(details),
      number_digest: seals.digestNumber(details),
      rejected: '[]',
      valid_until: details.expireDate,
      submitted_at: at,
      decided_at: null,
    };
  });
}

function detailsIn(input: SubmitIdentityInput): IdentityDetails {
  const { firstName, lastName, issueCountry, birthDate, identityType, identityNumber } = input;
  const { expireDate = NO_EXPIRY_DATE, residenceCountry = null } = input;
  return { firstName, lastName, issueCountry, birthDate, identityType, identityNumber, expireDate, residenceCountry };
}

/** Returns the photos of data URLs, re-encoded. */
async function readFiles(
  context: IdentityContext,
  source: Omit<PhotoSource, 'field'>,
  input: SubmitIdentityInput,
): Promise<{ field: PhotoField; bytes: Buffer }[]> {
  const files: { field: PhotoField; bytes: Buffer }[] = [];
  for (const field of photosOf(input.identityType)) {
    const given = input[field];
    if (given === undefined) throw detailFault(field, 'MISSING');
    if (given.startsWith(UPLOADED)) continue;
    const file = Buffer.from(given.slice(given.indexOf(',') + 1), 'base64');
    if (file.length > SUBMITTED_PHOTO_BYTES) throw detailFault(field, 'TOO_LARGE');
    files.push({ field, bytes: await readPhotoOf(context, { ...source, field }, async () => await Promise.resolve(file)) });
  }
  return files;
}
