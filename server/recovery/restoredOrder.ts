import { WATCH_AFTER_END_MS } from '../../contract/limits.ts';
import { amount, toDecimal, type Decimal } from '../../contract/money.ts';
import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import type { GuaranteeDocument, SignedGuarantee } from '../../contract/signedDocuments/guarantee.ts';
import { DEFAULT_AFFILIATE_RULES } from '../affiliates/affiliateSettings.ts';
import { signOrigins } from '../affiliates/signedOrigins.ts';
import type { AddressIndex } from '../common/addressIndex.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { Executor } from '../db/database.ts';
import { findOrder, insertOrderEvents, insertOrderOrigins, insertOrders } from '../db/repositories/orders.ts';
import { insertSignedDocuments } from '../db/repositories/signedDocuments.ts';
import type { DepositRow, OrderTable } from '../db/tables/orders.ts';
import { normaliseAddress } from '../instruments/addresses/index.ts';
import { networkOf } from '../instruments/lookup.ts';
import { attribute } from '../orders/calls/claimDeposit.ts';
import type { RecoveryContext } from './recoveryContext.ts';

/** What the guarantee does not sign */
interface Unsigned {
  depositIndex: AddressIndex;
  /** Compared with the signed hash by the caller */
  refundAddress: string | null;
  refundMemo: string | null;
  /** In instrument_to: what the payout costs, as a multiple of the usual fee */
  payoutFeeFactor: Decimal;
}

/** Returns the row of an order as its guarantee describes it, waiting for its deposit. It belongs to nobody's account. */
export function restoredOrder(
  context: Pick<RecoveryContext, 'catalogue' | 'now'>,
  document: GuaranteeDocument,
  { depositIndex, refundAddress, refundMemo, payoutFeeFactor }: Unsigned,
): OrderTable {
  const { instrumentFrom, instrumentTo } = document;
  const [from, to] = [networkOf(context, instrumentFrom.slug), networkOf(context, instrumentTo.slug)];
  const expiresAt = Date.parse(document.expiresAt);
  return {
    id: document.orderId,
    version: 1,
    status: 'AWAITING_DEPOSIT',
    rate_mode: document.rateMode,
    instrument_from: instrumentFrom.slug,
    instrument_to: instrumentTo.slug,
    network_from: from.slug,
    network_to: to.slug,
    destination_address: document.destinationAddress,
    destination_memo: document.destinationAddressMemo,
    refund_address: refundAddress,
    refund_memo: refundMemo,
    refund_fee_factor: null,
    refund_least: null,
    user_email: null,
    // The token itself is not signed. `isToken` compares it with this.
    order_token_hash: document.orderTokenHash,
    deposit_index: depositIndex,
    deposit_address: document.depositAddress,
    deposit_address_key: normaliseAddress(from, document.depositAddress),
    deposit_memo: document.depositAddressMemo,
    payout_fee_factor: payoutFeeFactor,
    // The network refuses a payout that it would not deliver.
    payout_least: '0',
    min_confirmations: Number(document.minConfirmations),
    claimed_deposit_amount: document.claimedDepositAmount,
    usd_cents: null,
    price: document.price,
    network_fee: document.networkFee,
    collection_fee: document.collectionFee,
    platform_fee: document.platformFee,
    platform_fee_percent: document.platformFeePercent,
    amount_to_get: document.amountToGet,
    market_price: marketPriceOf(document),
    premium_percent: document.fixedPremiumPercent,
    quote_id: null,
    created_at: Date.parse(document.createdAt),
    expires_at: expiresAt,
    confirm_by: document.confirmBy === null ? null : Date.parse(document.confirmBy),
    first_deposit_at: null,
    rate_locked_at: null,
    funds_detected_at: null,
    decision_reason: null,
    decision_deadline: null,
    ended_at: null,
    watch_until: expiresAt + WATCH_AFTER_END_MS,
    next_check_at: 0,
    legacy_order_id: null,
    first_order_id: null,
    customer_id: null,
    restored_at: context.now(),
  };
}

const HUNDRED = amount('100');

/** The market's price is not signed. The customer's price is the market's less the fee and the premium. */
function marketPriceOf({ price, platformFeePercent, fixedPremiumPercent }: GuaranteeDocument): Decimal {
  const kept = HUNDRED.minus(amount(platformFeePercent)).minus(amount(fixedPremiumPercent ?? '0'));
  return toDecimal(amount(price).times(HUNDRED).div(kept));
}

/**
 * Stores a restored order with its guarantee, and gives it its deposits.
 *
 * @throws ConcurrentUpdateError when the books know the order, or a deposit was given to another one
 */
export async function storeRestoredOrder(
  context: RecoveryContext,
  transaction: Executor,
  { order, signed, deposits }: { order: OrderTable; signed: SignedGuarantee; deposits: readonly DepositRow[] },
): Promise<void> {
  const { id, created_at } = order;
  if (await findOrder(transaction, id)) throw new ConcurrentUpdateError(id);
  await insertOrders(transaction, [order]);
  await insertOrderOrigins(transaction, [
    {
      order_id: id,
      created_at,
      user_type: 'guest',
      referrer_id: null,
      utm_data: null,
      browser_fingerprint: null,
      client_address: null,
      client_group: null,
      partner_key: null,
    },
  ]);
  const { document, signature, keyId: key_id } = signed;
  const guarantee = { order_id: id, kind: 'GUARANTEE', number: 1, key_id, document: canonicalJson(document) } as const;
  await insertSignedDocuments(transaction, [{ ...guarantee, signature, created_at }]);
  await insertOrderEvents(transaction, [{ order_id: id, sequence: 10, kind: 'CREATION_END', created_at }]);
  // Nobody earns from it, so no share is signed.
  await signOrigins({ ...context, rules: DEFAULT_AFFILIATE_RULES }, transaction, [id]);
  for (const deposit of deposits) {
    const current = await findOrder(transaction, id);
    if (!current || !(await attribute(context, transaction, current, deposit))) throw new ConcurrentUpdateError(id);
  }
}
