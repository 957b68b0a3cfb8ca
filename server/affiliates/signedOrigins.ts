import { isoTime } from '../../contract/isoTime.ts';
import type { Executor } from '../db/database.ts';
import { listOrderParties, type OrderParties } from '../db/repositories/earnings/accruals.ts';
import { insertSignedDocuments, listLastNumbers, listSignedDocuments } from '../db/repositories/signedDocuments.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { OriginRecord } from '../guarantee/records.ts';
import { documentRow } from '../guarantee/signedDocuments.ts';
import { isBeforeOrigins } from '../guarantee/signedSince.ts';
import { listSigned } from '../guarantee/verifyStored.ts';
import { earnersOf, type Earners } from './affiliateRules.ts';

const KIND = 'ORIGIN';

/** What an {@link OriginRecord} says of the parties of an order. */
export type Origin = Pick<OriginRecord, 'source' | 'ownerId' | 'referrerId' | 'code'>;

/** Returns the origin of an order with these parties. */
export function originOf(parties: OrderParties): Origin {
  const { referrer } = earnersOf(parties);
  const textOrNull = (id: number | null | undefined): string | null => (id === null || id === undefined ? null : String(id));
  return {
    source: parties.source,
    ownerId: textOrNull(parties.owner_id),
    referrerId: textOrNull(referrer?.userId),
    code: referrer?.code ?? null,
  };
}

/** Returns who earns from an order with this origin, by kind of accrual; null: nobody. */
export function earnerOf({ source, ownerId, referrerId }: Origin, kind: 'REFERRER' | 'CASHBACK'): string | null {
  if (kind === 'REFERRER') return referrerId;
  return source === 'SESSION' ? ownerId : null;
}

/** Signs the owners of orders and who earns from them (D68), in the transaction that creates them or adds them to an account. */
export async function signOrigins(
  { signer, now }: { signer: Pick<DocumentSigner, 'signOrigin'>; now: () => number },
  transaction: Executor,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const last = await listLastNumbers(transaction, KIND, orderIds);
  const at = now();
  const rows = (await listOrderParties(transaction, orderIds)).map(({ order_id: orderId, ...parties }) => {
    const number = (last.get(orderId) ?? 0) + 1;
    const content = { kind: 'origin', orderId, number: String(number), ...originOf(parties), at: isoTime(at) } as const;
    return documentRow({ orderId, kind: KIND, number, signed: signer.signOrigin(content), now: at });
  });
  await insertSignedDocuments(transaction, rows);
}

/** Returns the origins among an order's documents whose signatures were verified, the oldest first. */
export function readOrigins(signed: readonly SignedDocumentTable[]): OriginRecord[] {
  // The host signed exactly this text, so it has the shape that `signOrigins` gave it.
  return signed.filter(({ kind }) => kind === KIND).map(({ document }) => JSON.parse(document) as OriginRecord);
}

/**
 * Returns who earns from an order: its present owner and referrer, if the signed origin names them too. Who was written into the
 * database by somebody else earns nothing.
 */
export async function readSignedEarners(
  { signer }: { signer: Pick<DocumentSigner, 'publicKeys'> },
  executor: Executor,
  orderId: string,
  parties: OrderParties,
): Promise<Earners> {
  const { referrer, cashback } = earnersOf(parties);
  if (!referrer && !cashback) return { referrer, cashback };
  const signed = await listSigned(signer.publicKeys, await listSignedDocuments(executor, orderId));
  if (isBeforeOrigins(signed)) return { referrer, cashback };
  const origin = readOrigins(signed).at(-1);
  const isSigned = (kind: 'REFERRER' | 'CASHBACK', earner: { userId: number } | null): boolean =>
    origin !== undefined && earner !== null && earnerOf(origin, kind) === String(earner.userId);
  return {
    referrer: isSigned('REFERRER', referrer) ? referrer : null,
    cashback: isSigned('CASHBACK', cashback) ? cashback : null,
  };
}
