import { canonicalJson } from '../../contract/canonicalJson.ts';
import { ApiError } from '../../contract/errors.ts';
import { FIXED_RATE_LOCK_MS, FLOATING_DEPOSIT_WINDOW_MS } from '../../contract/limits.ts';
import type { CreateOrderInput, Order } from '../../contract/schemas/orders.ts';
import { clientGroup } from '../../contract/clientGroup.ts';
import { nextCounterValue } from '../db/repositories/cursors.ts';
import { findIdempotencyKey, insertIdempotencyKey } from '../db/repositories/keys.ts';
import { countUnpaidOrders, findOrder, insertOrder, insertOrderEvents } from '../db/repositories/orders.ts';
import type { OrderTable } from '../db/tables/orders.ts';
import { signGuarantee } from '../guarantee/guarantee.ts';
import { storeDocument } from '../guarantee/signedDocuments.ts';
import { minConfirmations } from '../instruments/loadCatalogue.ts';
import type { StoredQuote } from '../pricing/desk.ts';
import {
  blankToNull,
  checkAddress,
  checkBlacklist,
  checkClaimedAmount,
  checkMemo,
  checkPair,
  checkRefundDiffers,
  fieldError,
  type Side,
} from './checks.ts';
import { WATCH_AFTER_END_MS } from './completeSend.ts';
import { gatewayOf, type OrderContext } from './context.ts';
import { randomId, sha256 } from './hashing.ts';
import { OrderMovedError } from './machine.ts';
import { presentOrder } from './presentOrder.ts';
import { reprice } from './reprice.ts';
import { freshenTreasury, noLiquidity, reserve, reservedFor } from './treasury.ts';

/** What is known of the client besides what it says. */
export interface Client {
  /** D40 */
  address: string | null;
  idempotencyKey: string | null;
}

const KEY_LENGTH = { least: 8, most: 128 };
const ATTEMPTS = 5;
/** Of one client, within an hour */
const MOST_UNPAID = 60;
const UNPAID_WINDOW_MS = 3_600_000;

/**
 * Makes an order, or gives back the one that the same idempotency key and body made before (D4). Checked: the pair,
 * blacklist (D51), addresses and memos (D10), the price (D4), the treasury's free balance (D35).
 * Throws ERR_VALIDATION with `details.field` and `details.code`, ERR_FORBIDDEN, ERR_RATE_CHANGED with
 * `details.pairData`, ERR_NO_LIQUIDITY_AVAILABLE with `details.available`, ERR_IDEMPOTENCY_MISMATCH, ERR_NOT_FOUND,
 * ERR_NOT_ACCEPTABLE, ERR_TOO_MANY_REQUESTS, ERR_PAIR_NOT_ACTIVE, ERR_NETWORK_NOT_SUPPORTED, ERR_SERVICE_UNAVAILABLE and the desk's bounds.
 */
export async function createOrder(context: OrderContext, input: CreateOrderInput, client: Client): Promise<Order> {
  const key = idempotencyOf(client.idempotencyKey, input);
  const known = key && (await findIdempotencyKey(context.database, key.keyHash));
  if (known) return await presentKnown(context, known, key);

  await checkUnpaid(context, client);
  const [from, to] = checkPair(context, input);
  const parties = await checkParties(context, input, from, to, client);
  checkClaimedAmount(input.claimedDepositAmount, from);
  const gateway = gatewayOf(context, from.network.slug);
  const quote = reprice(context, input);
  await freshenTreasury(context, to.instrument.slug);
  const depositIndex = await nextCounterValue(context.database, 'deposit_index');
  const deposit = await gateway.addressAt(depositIndex);
  const order = {
    ...orderOf(context, input, quote, client),
    ...parties,
    network_from: from.network.slug,
    network_to: to.network.slug,
    deposit_index: depositIndex,
    deposit_address: deposit.address,
    deposit_memo: deposit.memo,
    min_confirmations: minConfirmations(context.catalogue, from.instrument),
  } satisfies OrderTable;
  const orderId = await store(context, order, key);
  const stored = await findOrder(context.database, orderId);
  if (!stored) throw new ApiError('ERR_INTERNAL_SERVER_ERROR', 'The order was not stored.');
  return await presentOrder(context, stored);
}

/**
 * Each order that nobody pays holds a part of the treasury and a fixed rate for a while, and costs nothing: so many of
 * them are no customer's. Throws ERR_TOO_MANY_REQUESTS.
 */
async function checkUnpaid({ database, now }: OrderContext, { address }: Client): Promise<void> {
  if (address === null) return;
  if ((await countUnpaidOrders(database, clientGroup(address), now() - UNPAID_WINDOW_MS)) < MOST_UNPAID) return;
  throw new ApiError(
    'ERR_TOO_MANY_REQUESTS',
    'Too many orders wait for their deposit. Pay one of them, or come back in an hour.',
  );
}

interface IdempotencyKey {
  keyHash: string;
  bodyHash: string;
}

function idempotencyOf(key: string | null, input: CreateOrderInput): IdempotencyKey | null {
  if (key === null) return null;
  if (key.length < KEY_LENGTH.least || key.length > KEY_LENGTH.most) {
    throw new ApiError('ERR_VALIDATION', `Idempotency-Key must have ${KEY_LENGTH.least} to ${KEY_LENGTH.most} characters.`);
  }
  return { keyHash: sha256(key), bodyHash: sha256(canonicalJson(input)) };
}

async function presentKnown(
  context: OrderContext,
  known: { body_hash: string; order_id: string },
  key: IdempotencyKey,
): Promise<Order> {
  const order = await findOrder(context.database, checkSameBody(known, key));
  if (!order) throw new ApiError('ERR_INTERNAL_SERVER_ERROR', 'The order of this key is gone.');
  return await presentOrder(context, order);
}

function checkSameBody(known: { body_hash: string; order_id: string }, key: IdempotencyKey): string {
  if (known.body_hash !== key.bodyHash) {
    throw new ApiError('ERR_IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another order.');
  }
  return known.order_id;
}

type Parties = Pick<OrderTable, 'destination_address' | 'destination_memo' | 'refund_address' | 'refund_memo' | 'user_email'>;

async function checkParties(
  context: OrderContext,
  input: CreateOrderInput,
  from: Side,
  to: Side,
  client: Client,
): Promise<Parties> {
  const destination = input.destinationAddress.trim();
  const destinationMemo = blankToNull(input.destinationAddressMemo);
  const refund = blankToNull(input.refundAddress);
  const refundMemo = refund === null ? null : blankToNull(input.refundAddressMemo);
  await checkBlacklist(context, { addresses: [destination, refund], email: input.userEmail, clientAddress: client.address });
  checkAddress(context, 'destinationAddress', destination, to);
  checkMemo('destinationAddressMemo', destinationMemo, destination, to);
  if (refund === null && input.rateMode === 'FIXED') {
    throw fieldError('refundAddress', 'error_address_empty', 'A fixed rate needs a refund address.');
  }
  if (refund !== null) {
    checkAddress(context, 'refundAddress', refund, from);
    checkMemo('refundAddressMemo', refundMemo, refund, from);
    checkRefundDiffers({ address: refund, network: from.network }, { address: destination, network: to.network });
  }
  return {
    destination_address: destination,
    destination_memo: destinationMemo,
    refund_address: refund,
    refund_memo: refundMemo,
    user_email: blankToNull(input.userEmail),
  };
}

type OrderBase = Omit<
  OrderTable,
  keyof Parties | 'network_from' | 'network_to' | 'deposit_index' | 'deposit_address' | 'deposit_memo' | 'min_confirmations'
>;

function orderOf(context: OrderContext, input: CreateOrderInput, quote: StoredQuote, client: Client): OrderBase {
  const now = context.now();
  const expiresAt = now + (input.rateMode === 'FIXED' ? FIXED_RATE_LOCK_MS : FLOATING_DEPOSIT_WINDOW_MS);
  return {
    id: randomId(),
    version: 1,
    status: 'AWAITING_DEPOSIT',
    rate_mode: input.rateMode,
    instrument_from: quote.fromSlug,
    instrument_to: quote.toSlug,
    order_token_hash: input.orderTokenHash ?? null,
    claimed_deposit_amount: input.claimedDepositAmount,
    price: quote.price,
    network_fee: quote.networkFee,
    platform_fee: quote.platformFee,
    amount_to_get: quote.amountToGet,
    market_price: quote.marketPrice,
    quote_id: quote.quoteId,
    created_at: now,
    expires_at: expiresAt,
    first_deposit_at: null,
    rate_locked_at: null,
    funds_detected_at: null,
    decision_reason: null,
    decision_deadline: null,
    settled_at: null,
    settled_amount: null,
    settled_price: null,
    settled_market_price: null,
    payout_amount: null,
    payout_network_fee: null,
    payout_platform_fee: null,
    refund_amount: null,
    refund_network_fee: null,
    ended_at: null,
    watch_until: expiresAt + WATCH_AFTER_END_MS,
    sweep_state: 'NONE',
    sweep_number: 0,
    sweep_not_before: 0,
    legacy_order_id: input.legacyOrderId ?? null,
    referrer_id: input.referrerId ?? null,
    utm_data: input.utmData === undefined ? null : JSON.stringify(input.utmData),
    browser_fingerprint: input.browserFingerprint ?? null,
    client_address: client.address,
    client_group: client.address === null ? null : clientGroup(client.address),
  };
}

/** Order, guarantee, event, reservation and key in one transaction. Gives the id of the order that stands under the key. */
async function store(context: OrderContext, order: OrderTable, key: IdempotencyKey | null): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await storeOnce(context, order, key);
    } catch (error) {
      if (!(error instanceof OrderMovedError)) throw error;
    }
  }
  throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'Too many orders at this moment. Try again.');
}

async function storeOnce(context: OrderContext, order: OrderTable, key: IdempotencyKey | null): Promise<string> {
  const now = context.now();
  const guarantee = signGuarantee(context, order);
  const outcome = await context.database
    .transaction()
    .execute(async (transaction) => {
      if (key) {
        const fresh = { key_hash: key.keyHash, body_hash: key.bodyHash, order_id: order.id, created_at: now };
        if (!(await insertIdempotencyKey(transaction, fresh))) {
          const known = await findIdempotencyKey(transaction, key.keyHash);
          if (!known) throw new OrderMovedError(order.id);
          return checkSameBody(known, key);
        }
      }
      await insertOrder(transaction, order);
      await storeDocument(transaction, { orderId: order.id, kind: 'GUARANTEE', number: 1, signed: guarantee, now });
      await insertOrderEvents(transaction, [{ order_id: order.id, sequence: 10, kind: 'CREATION_END', created_at: now }]);
      const reservation = reservedFor(order.amount_to_get, order.network_fee);
      const isReserved = await reserve(transaction, {
        orderId: order.id,
        instrument: order.instrument_to,
        amount: reservation,
      });
      // Thrown, not returned: neither order nor key may stay.
      if (!isReserved) throw new NothingReservedError();
      return order.id;
    })
    .catch((error: unknown) => {
      if (error instanceof NothingReservedError) return null;
      throw error;
    });
  if (outcome !== null) return outcome;
  throw await noLiquidity(context, {
    fromSlug: order.instrument_from,
    toSlug: order.instrument_to,
    price: order.price,
    networkFee: order.network_fee,
  });
}

class NothingReservedError extends Error {
  override readonly name = 'NothingReservedError';
}
