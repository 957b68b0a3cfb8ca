import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedGuarantee } from '../../../contract/signedDocuments/guarantee.ts';
import { runOperator } from '../../../server/orders/testing/hostActions.ts';
import type { Database } from '../../../server/db/database.ts';
import type { OrderHost } from '../../../server/orders/testing/orderHost.ts';

/** What a customer kept of an order that the books forgot. */
export interface KeptGuarantee {
  guarantee: SignedGuarantee | null;
  refundAddress: string;
}

/**
 * Submits each guarantee twice, as an operator does who believes the customer and reads nothing. Returns the ids of the orders that were
 * restored, and complains when one was restored twice.
 */
export async function submitGuarantees(
  host: OrderHost,
  folder: string,
  { kept, complain }: { kept: readonly KeptGuarantee[]; complain: (complaint: string) => void },
): Promise<string[]> {
  const restored: string[] = [];
  for (const { guarantee, refundAddress } of kept) {
    const orderId = guarantee?.document.orderId ?? 'an order without a guarantee';
    const file = join(folder, 'guarantee.json');
    writeFileSync(file, JSON.stringify(guarantee));
    const submit = async (): Promise<boolean> =>
      (await runOperator(host, 'restore-order', file, refundAddress)).includes('is restored');
    if (!(await submit())) continue;
    restored.push(orderId);
    if (await submit()) complain(`${orderId} was restored twice`);
  }
  return restored;
}

/** Returns the ids of the payments of restored orders that are on hold. */
export async function listRestored(database: Database): Promise<string[]> {
  const held = database.selectFrom('outbox').select('id').where('state', '=', 'HELD').where('reason', '=', 'RESTORED_ORDER');
  return (await held.execute()).map(({ id }) => id);
}

/** Releases every payment of a restored order that is on hold. Returns how many. */
export async function releaseRestored(host: OrderHost): Promise<number> {
  const ids = await listRestored(host.database);
  for (const id of ids) await runOperator(host, 'release', id);
  return ids.length;
}
