import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { Executor } from '../db/database.ts';
import { sha256 } from '../common/hashing.ts';
import { writeVerifications, type AuditedSend } from '../db/repositories/reconcile.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import { readSigned } from '../guarantee/verifyStored.ts';

interface SigningOptions {
  signer: Pick<DocumentSigner, 'signVerification'>;
  now: () => number;
}

/** Marks sends as compared with their networks for the last time, and signs what was compared. */
export async function markVerified(
  { signer, now }: SigningOptions,
  executor: Executor,
  sends: readonly OutboxRow[],
): Promise<void> {
  const rows = sends.map((send) => {
    const content = { kind: 'verification', sendId: send.id, sendHash: hashOf(send), at: isoTime(now()) } as const;
    const { document, signature, keyId } = signer.signVerification(content);
    return { outbox_id: send.id, verified_at: now(), document: canonicalJson(document), signature, key_id: keyId };
  });
  await writeVerifications(executor, rows);
}

/** Returns whether a send was compared for the last time, and is still what was compared. */
export async function isVerified(publicKeys: readonly string[], { verification, ...send }: AuditedSend): Promise<boolean> {
  const signed = verification ? await readSigned(publicKeys, verification) : null;
  return signed?.['kind'] === 'verification' && signed['sendId'] === send.id && signed['sendHash'] === hashOf(send);
}

/** What is compared with the network. A database may return an amount with other zeros at its end, but always the same ones. */
function hashOf(send: OutboxRow): string {
  const { id, idempotency_key, kind, order_id, withdrawal_id, network, instrument, from_index, to_address, memo } = send;
  const { amount, state, tx_hash, arrived_amount } = send;
  const compared = { id, idempotency_key, kind, order_id, withdrawal_id, network, instrument, from_index, to_address, memo };
  return sha256(canonicalJson({ ...compared, amount, state, tx_hash, arrived_amount }));
}
