import { isoTime } from '../../contract/isoTime.ts';
import type { Executor } from '../db/database.ts';
import { listOrderParties, type OrderParties } from '../db/repositories/earnings/accruals.ts';
import {
  insertSignedDocuments,
  listDocumentsOfOrders,
  listLastNumbers,
  listSignedDocuments,
} from '../db/repositories/signedDocuments.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { OriginRecord } from '../guarantee/records.ts';
import { documentRow } from '../guarantee/signedDocuments.ts';
import { listSigned } from '../guarantee/verifyStored.ts';
import { earnersOf, sharesOf, type AffiliateRules, type Earners, type Shares } from './affiliateRules.ts';

const KIND = 'ORIGIN';

/** What an {@link OriginRecord} says of the parties of an order. */
export type Origin = Pick<OriginRecord, 'source' | 'ownerId' | 'referrerId' | 'code' | 'shares'>;

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

/**
 * Signs the owners of orders, who earns from them and how much (D68, D72), in the transaction that creates them or adds them to an
 * account.
 */
export async function signOrigins(
  { signer, rules, now }: { signer: Pick<DocumentSigner, 'signOrigin'>; rules: AffiliateRules; now: () => number },
  transaction: Executor,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const last = await listLastNumbers(transaction, KIND, orderIds);
  const at = now();
  const shares = sharesOf(rules);
  const rows = (await listOrderParties(transaction, orderIds)).map(({ order_id: orderId, ...parties }) => {
    const number = (last.get(orderId) ?? 0) + 1;
    const { referrer, cashback } = earnersOf(parties);
    const content = {
      kind: 'origin',
      orderId,
      number: String(number),
      ...originOf(parties),
      ...((referrer ?? cashback) && { shares }),
      at: isoTime(at),
    } as const;
    return documentRow({ orderId, kind: KIND, number, signed: signer.signOrigin(content), now: at });
  });
  await insertSignedDocuments(transaction, rows);
}

/** Returns the origins among an order's documents whose signatures were verified, the oldest first. */
export function readOrigins(signed: readonly SignedDocumentTable[]): OriginRecord[] {
  // The host signed exactly this text, so it has the shape that `signOrigins` gave it.
  return signed.filter(({ kind }) => kind === KIND).map(({ document }) => JSON.parse(document) as OriginRecord);
}

/** Returns what open orders will earn by the rules they were created with. Orders without agreed shares are missing. */
export async function readAgreedShares(executor: Executor, orderIds: readonly string[]): Promise<ReadonlyMap<string, Shares>> {
  const origins = readOrigins(await listDocumentsOfOrders(executor, orderIds));
  return new Map(origins.flatMap(({ orderId, shares }) => (shares ? [[orderId, shares] as const] : [])));
}

/**
 * Returns who earns from an order: its present owner and referrer, if the signed origin names them too. Who was written into the
 * database by somebody else earns nothing. `shares`: by the rules that the order was created with; without signed ones, by today's.
 */
export async function readSignedEarners(
  { signer, rules }: { signer: Pick<DocumentSigner, 'publicKeys'>; rules: AffiliateRules },
  executor: Executor,
  orderId: string,
  parties: OrderParties,
): Promise<Earners & { shares: Shares }> {
  const { referrer, cashback } = earnersOf(parties);
  const shares = sharesOf(rules);
  if (!referrer && !cashback) return { referrer, cashback, shares };
  const signed = await listSigned(signer.publicKeys, await listSignedDocuments(executor, orderId));
  const origin = readOrigins(signed).at(-1);
  const isSigned = (kind: 'REFERRER' | 'CASHBACK', earner: { userId: number } | null): boolean =>
    origin !== undefined && earner !== null && earnerOf(origin, kind) === String(earner.userId);
  return {
    referrer: isSigned('REFERRER', referrer) ? referrer : null,
    cashback: isSigned('CASHBACK', cashback) ? cashback : null,
    shares: origin?.shares ?? shares,
  };
}
