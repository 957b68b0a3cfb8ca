import { openDocuments, type OpenedDocuments } from '../identity/review.ts';
import type { Seals } from '../identity/seals.ts';
import type { ActionRecord } from '../guarantee/records.ts';
import { lockActions, recordAction } from './acts/audit.ts';
import type { OperatorContext } from './operatorContext.ts';

/**
 * Opens the documents of a submission that waits for a verdict. The record of who opened which fields is committed before they are
 * returned. Returns null, and records nothing, if none waits.
 */
export async function openIdentity(
  context: Pick<OperatorContext, 'database' | 'signer' | 'now'>,
  { submissionId, seals, ...who }: { submissionId: string; seals: Seals } & Pick<ActionRecord, 'actor' | 'session'>,
): Promise<OpenedDocuments | null> {
  return await context.database.transaction().execute(async (transaction) => {
    await lockActions(transaction);
    const opened = await openDocuments(transaction, { seals, submissionId, now: context.now() });
    if (!opened) return null;
    const fields = ['details', ...opened.photos.map(({ field }) => field).toSorted()];
    await recordAction(context, transaction, {
      ...who,
      act: 'open-identity',
      // Not that of verdicts: opening documents does not end what another operator has planned.
      subject: `documents of identity ${submissionId}`,
      effect: { submissionId, userId: opened.submission.user_id, fields },
    });
    return opened;
  });
}
