import { isoTime } from '../../contract/isoTime.ts';
import type { Decimal } from '../../contract/money.ts';
import type { CashbackLevelName } from '../../contract/schemas/affiliates.ts';
import type { Executor } from '../db/database.ts';
import { listAccrualsOfOrders } from '../db/repositories/earnings/accruals.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { EarningsRecord } from '../guarantee/records.ts';
import { storeDocument } from '../guarantee/signedDocuments.ts';
import { termsOfLevel, type AffiliateRules } from './affiliateRules.ts';

/** What an order counted toward a cashback level */
export type CountedExchange = NonNullable<EarningsRecord['counted']>;

interface Completion {
  orderId: string;
  counted: CountedExchange | null;
  /** When it completed, in ms since 1970 */
  at: number;
}

const KIND = 'EARNINGS';

/** Signs which earnings a completed order has, and what it counted (D68), in the transaction that completes it. */
export async function signEarnings(
  { signer }: { signer: Pick<DocumentSigner, 'signEarnings'> },
  transaction: Executor,
  { orderId, counted, at }: Completion,
): Promise<void> {
  const accruals = await listAccrualsOfOrders(transaction, [orderId]);
  const accrualIds = accruals.map(({ id }) => id).toSorted();
  const signed = signer.signEarnings({ kind: 'earnings', orderId, accrualIds, counted, at: isoTime(at) });
  await storeDocument(transaction, { orderId, kind: KIND, number: 1, signed, now: at });
}

/** Returns what is signed of an exchange that counted toward a level, with the rules in force. */
export function countedExchange(
  rules: AffiliateRules,
  { userId, volume, level }: { userId: number; volume: Decimal; level: CashbackLevelName },
): CountedExchange {
  const { fromVolume } = termsOfLevel(rules, level);
  return { userId: String(userId), volume, level, fromVolume, windowDays: String(rules.cashbackWindowDays) };
}

/** Returns what the host signed of the earnings of an order, among documents whose signatures were verified; null: nothing. */
export function readEarningsRecord(signed: readonly SignedDocumentTable[]): EarningsRecord | null {
  const row = signed.find(({ kind }) => kind === KIND);
  // The host signed exactly this text, so it has the shape that `signEarnings` gave it.
  return row ? (JSON.parse(row.document) as EarningsRecord) : null;
}
