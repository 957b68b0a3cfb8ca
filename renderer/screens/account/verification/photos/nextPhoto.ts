import type { PhotoField } from '../../../../../contract/identity/documents.ts';
import { canContinue, type PhotoUploads } from '../../../../stores/identity/PhotoUploads.ts';

/** Returns the photo that has to be taken next; null while the last ones are on their way, or if all are there. */
export function nextPhoto(missing: readonly PhotoField[], uploads: PhotoUploads): PhotoField | null {
  return (
    missing.find((field) => {
      const sending = uploads.stateOf(field);
      return !sending || (sending.problem !== null && !canContinue(sending.problem));
    }) ?? null
  );
}
