import { findReconcileState, listAcceptedDifferences, listFindings, listUnread } from '../db/repositories/reconcile.ts';
import type { RecoveryContext } from './recoveryContext.ts';

/**
 * Returns the alarms of the last reconciliation that concern what left on a network, as sentences; null if the books were not compared
 * since a time in ms. Notices and what operators accepted are left out. A treasury that could not be read counts for `moved` coins.
 */
export async function findBookAlarms(
  { database, catalogue }: Pick<RecoveryContext, 'database' | 'catalogue'>,
  network: string,
  { since, moved }: { since: number; moved: ReadonlySet<string> },
): Promise<string[] | null> {
  const state = await findReconcileState(database);
  if (!state || Number(state.ended_at) < since) return null;
  const isConcerned = (object: string): boolean => {
    const [kind = '', first = ''] = object.split(':');
    if (kind === 'treasury') return catalogue.instruments.get(first)?.network === network;
    return kind === 'send' || kind === 'transfer' ? first === network : kind === 'ledger' || kind === 'capital';
  };
  const accepted = new Set(
    (await listAcceptedDifferences(database)).map(({ difference, amount_text: howMuch }) => `${difference} ${howMuch}`),
  );
  const findings = (await listFindings(database)).filter(
    ({ object, severity, key, how_much: howMuch }) =>
      severity === 'ALARM' && isConcerned(object) && !accepted.has(`${key} ${howMuch}`),
  );
  const unread = (await listUnread(database)).filter(
    ({ object }) => object.startsWith('treasury:') && moved.has(object.split(':')[1] ?? ''),
  );
  return [
    ...findings.map(({ key, what, how_much: howMuch }) => `${key}: ${what}: ${howMuch}`),
    ...unread.map(({ object, reason }) => `${object} could not be read: ${reason}`),
  ];
}
