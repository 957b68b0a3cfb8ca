import { createSealing, type Sealing } from '../../server/accounts/sealing.ts';
import { readMailData } from '../../server/mail/sealedMailData.ts';

/** The key of tests for the secrets of customers and the data of mails */
export const TEST_SEALING: Sealing = createSealing(Buffer.alloc(32, 7));

/** Returns the values of a queued account mail. */
export function mailDataIn(row: { id: string; data: string }): Record<string, string> {
  return readMailData(row, TEST_SEALING) as Record<string, string>;
}
