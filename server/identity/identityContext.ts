import type { Database } from '../db/database.ts';
import type { IdentityRetention } from './identitySettings.ts';
import type { PhotoReader } from './readPhoto.ts';
import type { Seals } from './seals.ts';

/** The customer, and the IP address */
export interface IdentityCustomer {
  userId: number;
  client: string;
}

/** What the parts of the identity verification share. */
export interface IdentityContext {
  database: Database;
  seals: Seals;
  photos: PhotoReader;
  retention: IdentityRetention;
  /** In ms since 1970 */
  now: () => number;
}
