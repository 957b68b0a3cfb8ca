import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { Executor } from '../db/database.ts';
import { acceptDifference, listAcceptedDifferences } from '../db/repositories/reconcile.ts';
import { readSigned } from '../guarantee/verifyStored.ts';
import type { Difference, ReconcileContext } from './difference.ts';

/**
 * Hides a difference that an operator has explained, until its key or amount changes. Signs the acceptance. The ledger is not
 * changed.
 */
export async function accept(
  { database, signer, now }: Pick<ReconcileContext, 'signer' | 'now'> & { database: Executor },
  { key, howMuch }: Difference,
  note: string,
): Promise<void> {
  const at = isoTime(now());
  const { document, signature, keyId } = signer.signAcceptance({ kind: 'acceptance', difference: key, howMuch, note, at });
  const signed = { document: canonicalJson(document), signature, key_id: keyId };
  await acceptDifference(database, { difference: key, amount_text: howMuch, ...signed });
}

/** Returns the accepted differences, as {@link acceptanceKey}. Ignores what this host did not sign. */
export async function listAccepted(executor: Executor, publicKeys: readonly string[]): Promise<Set<string>> {
  const accepted = new Set<string>();
  for (const row of await listAcceptedDifferences(executor)) {
    const document = await readSigned(publicKeys, row);
    if (document?.['kind'] !== 'acceptance') continue;
    accepted.add(acceptanceKey(String(document['difference']), String(document['howMuch'])));
  }
  return accepted;
}

export function acceptanceKey(key: string, howMuch: string): string {
  return `${key} ${howMuch}`;
}
