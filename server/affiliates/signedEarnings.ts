import { isoTime } from '../../contract/isoTime.ts';
import type { Decimal } from '../../contract/money.ts';
import type { CashbackLevelName } from '../../contract/schemas/affiliates.ts';
import type { Executor } from '../db/database.ts';
import { listAccrualsOfOrders, readOrderParties } from '../db/repositories/earnings/accruals.ts';
import { findReachedLevel } from '../db/repositories/earnings/levels.ts';
import { listCompletedWithout } from '../db/repositories/signedDocuments.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { EarningsRecord } from '../guarantee/records.ts';
import { storeDocument } from '../guarantee/signedDocuments.ts';
import { earnersOf, termsOfLevel, type AffiliateRules } from './affiliateRules.ts';

/** What an order counted toward a cashback level */
export type CountedExchange = NonNullable<EarningsRecord['counted']>;

interface Completion {
  orderId: string;
  counted: CountedExchange | null;
  /** When it completed, in ms since 1970 */
  at: number;
}

const KIND = 'EARNINGS';
const PAGE_SIZE = 200;

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

/** Signs the earnings of the orders that completed before versions that do, and the level that their customers have now. */
export async function signOldEarnings(
  options: { signer: Pick<DocumentSigner, 'signEarnings'>; rules: AffiliateRules },
  transaction: Executor,
): Promise<void> {
  for (;;) {
    const orders = await listCompletedWithout(transaction, KIND, PAGE_SIZE);
    for (const { id: orderId, ended_at: endedAt } of orders) {
      const counted = await readOldExchange(options.rules, transaction, orderId);
      await signEarnings(options, transaction, { orderId, counted, at: endedAt ?? 0 });
    }
    if (orders.length < PAGE_SIZE) return;
  }
}

async function readOldExchange(rules: AffiliateRules, transaction: Executor, orderId: string): Promise<CountedExchange | null> {
  const parties = await readOrderParties(transaction, orderId);
  const { cashback } = parties ? earnersOf(parties) : { cashback: null };
  if (!cashback) return null;
  const level = (await findReachedLevel(transaction, cashback.userId)) ?? 'BRONZE';
  return countedExchange(rules, { userId: cashback.userId, volume: null, level });
}

/** Returns what is signed of an exchange that counted toward a level, with the rules in force. */
export function countedExchange(
  rules: AffiliateRules,
  { userId, volume, level }: { userId: number; volume: Decimal | null; level: CashbackLevelName },
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
