import { originOf, readOrigins, type Origin } from '../../affiliates/signedOrigins.ts';
import { findUser } from '../../db/repositories/accounts/users.ts';
import type { AuditedOrder } from '../../db/repositories/audit.ts';
import type { SignedDocumentTable } from '../../db/tables/documents.ts';
import { alarm, type Difference, type ReconcileContext } from '../difference.ts';

const ADVICE = 'Somebody changed the database. Compare it with a backup. Earnings go to nobody whom the host did not sign.';

/**
 * Compares the owner of an order and who earns the referrer's share with what the host signed when the order got its owner (D68).
 * Closing an account removes it from its orders. `signed`: the documents whose signatures were verified.
 */
export async function checkOrigin(
  { database }: Pick<ReconcileContext, 'database'>,
  { order, parties }: Pick<AuditedOrder, 'order' | 'parties'>,
  signed: readonly SignedDocumentTable[],
): Promise<Difference[]> {
  const key = `order:${order.id}`;
  const origin = readOrigins(signed).at(-1);
  if (!origin) return [alarm(`${key}:origin`, 'the owner of an order is not signed', `order ${order.id}`, ADVICE)];
  const hasClosed = async (userId: string | null): Promise<boolean> =>
    userId !== null && ((await findUser(database, Number(userId)))?.closed_at ?? null) !== null;
  const found: Difference[] = [];
  const actual = originOf(parties);
  const owner = order.customer_id === null ? null : String(order.customer_id);
  const isOwner = actual.ownerId === origin.ownerId && actual.source === origin.source && owner === origin.ownerId;
  const isWithoutOwner = actual.ownerId === null && actual.source === null && owner === null;
  if (!isOwner && !(isWithoutOwner && (await hasClosed(origin.ownerId)))) {
    const howMuch = `${describeOwner({ ...actual, ownerId: owner ?? actual.ownerId })} instead of ${describeOwner(origin)}`;
    found.push(alarm(`${key}:owner`, 'the owner of an order is not the signed one', howMuch, ADVICE));
    return found;
  }
  const isReferrer = actual.referrerId === origin.referrerId && actual.code === origin.code;
  const isForgotten = actual.referrerId === null && (!isOwner || (await hasClosed(origin.referrerId)));
  if (!isReferrer && !isForgotten) {
    const howMuch = `${describeReferrer(actual)} instead of ${describeReferrer(origin)}`;
    found.push(alarm(`earning:origin:${order.id}`, 'who earns from an order is not the signed customer', howMuch, ADVICE));
  }
  return found;
}

function describeOwner({ source, ownerId }: Pick<Origin, 'source' | 'ownerId'>): string {
  return ownerId === null ? 'a guest' : `customer ${ownerId} (${source ?? 'no source'})`;
}

function describeReferrer({ referrerId, code }: Origin): string {
  return referrerId === null ? 'nobody' : `customer ${referrerId} with code "${code}"`;
}
