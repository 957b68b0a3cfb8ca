import type { Part } from '../common/startParts.ts';
import type { Logger } from '../common/log.ts';
import type { Database } from '../db/database.ts';
import type { IdentityContext } from './identityContext.ts';
import { loadIdentityKey } from './identityKey.ts';
import type { IdentitySettings } from './identitySettings.ts';
import { createIdentityService, type IdentityService } from './identityService.ts';
import { createPhotoReader } from './readPhoto.ts';
import { startDeletingOldIdentities } from './retention.ts';
import { createSeals } from './seals.ts';

/** The identity verification of a host: the calls of customers, what operators' acts need, and the part that deletes old documents. */
export interface Identity {
  service: IdentityService;
  context: IdentityContext;
  part: Part;
}

/** Throws a SecretFileError. */
export async function createIdentity(
  environment: IdentitySettings & { dataDirectory: string },
  { database, now, log }: { database: Database; now: () => number; log: Pick<Logger, 'error'> },
): Promise<Identity> {
  const context: IdentityContext = {
    database,
    seals: createSeals(await loadIdentityKey(environment)),
    photos: createPhotoReader(),
    retention: environment.identityRetention,
    now,
  };
  return {
    service: createIdentityService(context),
    context,
    part: {
      name: 'deletion of old identity documents',
      start: () => startDeletingOldIdentities(context, log),
    },
  };
}
