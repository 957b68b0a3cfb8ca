import type { PhotoField } from '../../../../contract/identity/documents.ts';
import type { Executor } from '../../database.ts';
import type { IdentityPhotoRow, IdentityUploadTable } from '../../tables/identity.ts';

/** Returns the photos of a submission without their bytes. */
export async function listPhotos(executor: Executor, submissionId: string): Promise<Omit<IdentityPhotoRow, 'sealed'>[]> {
  return await executor
    .selectFrom('identity_photos')
    .select(['id', 'submission_id', 'field', 'uploaded_at'])
    .where('submission_id', '=', submissionId)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute();
}

export async function findPhoto(executor: Executor, id: string): Promise<IdentityPhotoRow | undefined> {
  return await executor.selectFrom('identity_photos').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores a photo in place of the one of the same field. */
export async function replacePhoto(executor: Executor, photo: IdentityPhotoRow): Promise<void> {
  await deletePhotos(executor, photo.submission_id, [photo.field]);
  await executor.insertInto('identity_photos').values(photo).execute();
}

export async function deletePhotos(executor: Executor, submissionId: string, fields: readonly PhotoField[]): Promise<void> {
  if (fields.length === 0) return;
  await executor.deleteFrom('identity_photos').where('submission_id', '=', submissionId).where('field', 'in', fields).execute();
}

/** Starts an upload in place of the one of the same field. */
export async function replaceUpload(executor: Executor, upload: Omit<IdentityUploadTable, 'received'>): Promise<void> {
  await executor
    .deleteFrom('identity_uploads')
    .where('submission_id', '=', upload.submission_id)
    .where('field', '=', upload.field)
    .execute();
  await executor
    .insertInto('identity_uploads')
    .values({ ...upload, received: 0 })
    .execute();
}

/** Returns an upload of a submission. */
export async function findUpload(
  executor: Executor,
  { id, submissionId }: { id: string; submissionId: string },
): Promise<IdentityUploadTable | undefined> {
  return await executor
    .selectFrom('identity_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
}

/** Stores the part that begins at `start`. Returns false, without any change, if the bytes stored before do not end at `start`. */
export async function appendPart(
  transaction: Executor,
  { uploadId, start, bytes, sealed }: { uploadId: string; start: number; bytes: number; sealed: Uint8Array },
): Promise<boolean> {
  const result = await transaction
    .updateTable('identity_uploads')
    .set({ received: start + bytes })
    .where('id', '=', uploadId)
    .where('received', '=', start)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  await transaction.insertInto('identity_upload_parts').values({ upload_id: uploadId, start, sealed }).execute();
  return true;
}

/** Returns the parts of an upload, in their order. */
export async function listParts(executor: Executor, uploadId: string): Promise<{ start: number; sealed: Uint8Array }[]> {
  return await executor
    .selectFrom('identity_upload_parts')
    .select(['start', 'sealed'])
    .where('upload_id', '=', uploadId)
    .orderBy('start')
    .execute();
}

/** Deletes an upload with its parts. Returns false if it was deleted before. */
export async function deleteUpload(executor: Executor, id: string): Promise<boolean> {
  const result = await executor.deleteFrom('identity_uploads').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}
