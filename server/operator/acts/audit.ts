import { isoTime } from '../../../contract/isoTime.ts';
import { canonicalJson } from '../../../contract/signedDocuments/canonicalJson.ts';
import { sha256 } from '../../common/hashing.ts';
import type { Executor } from '../../db/database.ts';
import { lockInTransaction } from '../../db/lockInTransaction.ts';
import { findLastAction, insertOperatorAction, listLastActions } from '../../db/repositories/operatorActions.ts';
import type { ActionRecord } from '../../guarantee/records.ts';
import type { OperatorContext } from '../operatorContext.ts';

/** The largest number that the column holds on both databases. */
export const LAST_NUMBER = 2 ** 31 - 1;

/** Lets no other act run until the end of the transaction, on any host: each record names the one before it. */
export async function lockActions(transaction: Executor): Promise<void> {
  await lockInTransaction(transaction, 'operator actions');
}

/** Signs and stores an act in its own transaction. The caller holds the lock of {@link lockActions}. */
export async function recordAction(
  { signer, now }: Pick<OperatorContext, 'signer' | 'now'>,
  transaction: Executor,
  action: Pick<ActionRecord, 'actor' | 'act' | 'subject' | 'effect' | 'session' | 'approval'> & { reason?: string | null },
): Promise<void> {
  const last = await findLastAction(transaction);
  const number = (last?.number ?? 0) + 1;
  const { actor, act, subject, effect, session, approval, reason = null } = action;
  const { document, signature, keyId } = signer.signAction({
    kind: 'action',
    number: String(number),
    actor,
    act,
    subject,
    reason,
    effect,
    ...(session !== undefined && { session }),
    ...(approval !== undefined && { approval }),
    previous: last ? sha256(last.document) : null,
    at: isoTime(now()),
  });
  await insertOperatorAction(transaction, { number, subject, document: canonicalJson(document), signature, key_id: keyId });
}

/** Returns the newest acts before a number, newest first. This host wrote the records, so their shape is not validated again. */
export async function listActions(
  { database }: Pick<OperatorContext, 'database'>,
  { before = LAST_NUMBER, limit }: { before?: number; limit: number },
): Promise<ActionRecord[]> {
  return (await listLastActions(database, { before, limit })).map(({ document }) => JSON.parse(document) as ActionRecord);
}
