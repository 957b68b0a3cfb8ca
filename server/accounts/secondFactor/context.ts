import type { Database } from '../../db/database.ts';
import type { Client } from '../context.ts';
import type { VerifyInitData } from '../messenger/initData.ts';
import type { Sealing } from '../sealing.ts';

/** What the functions of the second factor depend on. */
export interface SecondFactorContext {
  database: Database;
  sealing: Sealing;
  /** Shown by authenticator apps and passkey prompts */
  brand: string;
  /** null: this host has no bot of a messenger. */
  messenger: VerifyInitData | null;
  /** ms since 1970 */
  now(): number;
}

/** The site of a request, and who sends it. */
export type SecondFactorClient = Pick<Client, 'origin' | 'address'>;
