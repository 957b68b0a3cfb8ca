import { isoTime } from '../../contract/isoTime.ts';
import type { IdentityDraft, SaveIdentityDraftInput } from '../../contract/schemas/identity.ts';
import { PHOTO_FIELDS } from '../../contract/identity/documents.ts';
import { deletePhotos, listPhotos } from '../db/repositories/identity/photos.ts';
import { findPhoneOf } from '../db/repositories/identity/phones.ts';
import { findSubmissionOf } from '../db/repositories/identity/submissions.ts';
import { checkDetails, type DraftDetails } from './details.ts';
import type { IdentityContext } from './identityContext.ts';
import { DAY_MS } from './retention.ts';
import { changeOpen, detailsOf, findOrCreateSubmission, isOpen, photoStateOf, presentPhoto } from './submissions.ts';

/** Returns what the customer has answered and uploaded; null if nothing was begun, or nothing can be changed. */
export async function readDraft(context: IdentityContext, userId: number): Promise<IdentityDraft | null> {
  const { database, retention, now } = context;
  const submission = await findSubmissionOf(database, userId);
  if (!submission || !isOpen(submission)) return null;
  const details = detailsOf(context, submission);
  const { usable, missing } = photoStateOf(submission, details, await listPhotos(database, submission.id));
  const phone = await findPhoneOf(database, submission.id, now());
  const days = submission.status === 'REJECT' ? retention.rejectedDays : retention.draftDays;
  return {
    uploadStep: submission.upload_step,
    firstName: details.firstName ?? null,
    lastName: details.lastName ?? null,
    residenceCountry: details.residenceCountry ?? null,
    issueCountry: details.issueCountry ?? null,
    birthDate: details.birthDate ?? null,
    expireDate: details.expireDate ?? null,
    identityType: details.identityType ?? null,
    identityNumber: details.identityNumber ?? null,
    photos: usable.map(presentPhoto),
    missing,
    phone: phone ? { number: phone.number, expiresAt: isoTime(phone.expires_at), isRedeemed: phone.pass_hash !== null } : null,
    expiresAt: isoTime(submission.active_at + days * DAY_MS),
  };
}

/**
 * Creates the draft of a customer or changes it. Another type of document discards the photos of the former one.
 *
 * @throws ERR_VALIDATION for an answer that is not possible, ERR_NOT_ACCEPTABLE if nothing can be changed
 */
export async function saveDraft(context: IdentityContext, userId: number, input: SaveIdentityDraftInput): Promise<void> {
  checkDetails(input, context.now());
  const { id } = await findOrCreateSubmission(context, context.database, userId);
  await changeOpen(context, id, async (transaction, submission) => {
    const { uploadStep, ...answers } = input;
    const before = detailsOf(context, submission);
    const details: DraftDetails = { ...before, ...answers };
    if (before.identityType !== undefined && details.identityType !== before.identityType) {
      await deletePhotos(transaction, id, PHOTO_FIELDS);
    }
    return {
      details: context.seals.of(submission).sealDetails(details),
      ...(uploadStep !== undefined && { upload_step: uploadStep }),
    };
  });
}
