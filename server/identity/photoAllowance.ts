import { tooManyRequests } from '../../contract/errors.ts';
import { secondsToNextWindow, useAllowance } from '../db/repositories/allowances.ts';
import type { IdentityContext } from './identityContext.ts';
import type { PhotoReader } from './readPhoto.ts';

/** Three photos, each taken again several times */
const PHOTOS_OF_CUSTOMER = { windowMs: 3_600_000, most: 30 };

/** Reads a file as `PhotoReader` does. Throws ERR_TOO_MANY_REQUESTS also for a customer who had 30 of them read in this hour (D82). */
export async function readPhotoOf(
  { photos, database, now }: Pick<IdentityContext, 'photos' | 'database' | 'now'>,
  ...[source, load]: Parameters<PhotoReader['read']>
): Promise<Buffer> {
  return await photos.read(source, async () => {
    // At its turn: a file that got none counts nothing.
    if (!(await useAllowance(database, { name: `photos:${source.submissionId}`, ...PHOTOS_OF_CUSTOMER }, now()))) {
      const seconds = secondsToNextWindow(PHOTOS_OF_CUSTOMER, now());
      throw tooManyRequests('You have sent many photos in this hour. Try again in the next one.', seconds);
    }
    return await load();
  });
}
