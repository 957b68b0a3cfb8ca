import { ApiError } from '../../contract/errors.ts';
import type { PhotoPartInput, PhotoPartOutput, StartPhotoUploadInput } from '../../contract/schemas/identity.ts';
import { randomId } from '../common/hashing.ts';
import {
  appendPart,
  deleteUpload,
  findUpload,
  listParts,
  listPhotos,
  replacePhoto,
  replaceUpload,
} from '../db/repositories/identity/photos.ts';
import type { IdentitySubmissionRow, IdentityUploadTable } from '../db/tables/identity.ts';
import type { IdentityContext } from './identityContext.ts';
import { readPhotoOf } from './photoAllowance.ts';
import type { PhotoSource } from './readPhoto.ts';
import { changeOpen, presentPhoto } from './submissions.ts';

type Part = Pick<PhotoPartInput, 'uploadId' | 'offset' | 'data'> & Pick<PhotoSource, 'client'>;

/** Starts the upload of a file to a submission. Returns its id. Throws ERR_NOT_ACCEPTABLE if nothing can be changed. */
export async function startUpload(
  context: IdentityContext,
  submissionId: string,
  { field, bytes }: Pick<StartPhotoUploadInput, 'field' | 'bytes'>,
): Promise<string> {
  const id = randomId();
  await changeOpen(context, submissionId, async (transaction) => {
    await replaceUpload(transaction, { id, submission_id: submissionId, field, total: bytes });
    return {};
  });
  return id;
}

/**
 * Stores a part of a file. A part that does not continue the upload changes nothing: the answer says where to continue, so a repeated
 * one does no harm. The last part makes a photo of the file. Repeated after that, it returns the photo.
 *
 * @throws ERR_NOT_FOUND for an upload of another submission or that has ended, ERR_PAYLOAD_TOO_LARGE beyond the announced size,
 * ERR_UNPROCESSABLE_ENTITY if the file is no photo: then the upload has ended, ERR_TOO_MANY_REQUESTS: repeat the last part later
 */
export async function uploadPart(
  context: IdentityContext,
  submission: IdentitySubmissionRow,
  part: Part,
): Promise<PhotoPartOutput> {
  try {
    return await storePart(context, submission, part);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ERR_NOT_FOUND') throw error;
    const finished = (await listPhotos(context.database, submission.id)).find(({ id }) => id === part.uploadId);
    if (!finished) throw error;
    return { received: part.offset + Buffer.byteLength(part.data, 'base64'), photo: presentPhoto(finished) };
  }
}

async function storePart(
  context: IdentityContext,
  submission: IdentitySubmissionRow,
  { uploadId, offset, data, client }: Part,
): Promise<PhotoPartOutput> {
  const bytes = Buffer.from(data, 'base64');
  await changeOpen(context, submission.id, async (transaction, locked) => {
    const upload = await findUpload(transaction, { id: uploadId, submissionId: submission.id });
    if (!upload) throw uploadEnded();
    if (offset + bytes.length > upload.total) {
      throw new ApiError('ERR_PAYLOAD_TOO_LARGE', 'The file is larger than was announced. Start the upload again.');
    }
    const sealed = context.seals.of(locked).sealPart(bytes, { uploadId, start: offset });
    await appendPart(transaction, { uploadId, start: offset, bytes: bytes.length, sealed });
    return {};
  });
  const upload = await findUpload(context.database, { id: uploadId, submissionId: submission.id });
  if (!upload) throw uploadEnded();
  if (upload.received < upload.total) return { received: upload.received, photo: null };
  return { received: upload.total, photo: await finishUpload(context, submission, { ...upload, client }) };
}

/** Makes a photo of a complete upload. Of several requests at the same time, one does. */
async function finishUpload(
  context: IdentityContext,
  submission: IdentitySubmissionRow,
  { id, field, client }: IdentityUploadTable & Pick<PhotoSource, 'client'>,
): Promise<NonNullable<PhotoPartOutput['photo']>> {
  const { database, seals, now } = context;
  const seal = seals.of(submission);
  // A repeated last part is refused while this one reads the file.
  const photo = await readPhotoOf(context, { submissionId: submission.id, field, client }, async () => {
    const parts = await listParts(database, id);
    // The same last part made a photo of it meanwhile.
    if (parts.length === 0) throw uploadEnded();
    return Buffer.concat(parts.map(({ start, sealed }) => seal.openPart(sealed, { uploadId: id, start })));
  }).catch(async (error: unknown) => {
    // The file stays as it is, so that the upload can only begin again.
    if (error instanceof ApiError && error.code === 'ERR_UNPROCESSABLE_ENTITY') await deleteUpload(database, id);
    throw error;
  });
  const row = { id, submission_id: submission.id, field, uploaded_at: now() };
  await changeOpen(context, submission.id, async (transaction, locked) => {
    if (!(await deleteUpload(transaction, id))) throw uploadEnded();
    await replacePhoto(transaction, { ...row, sealed: seals.of(locked).sealPhoto(photo, row) });
    return {};
  });
  return presentPhoto(row);
}

function uploadEnded(): ApiError {
  return new ApiError('ERR_NOT_FOUND', 'This upload has ended. Start it again.');
}
