import { canonicalJson } from '../../../contract/canonicalJson.ts';
import { ApiError } from '../../../contract/errors.ts';
import { FIXED_RATE_LOCK_MS, FLOATING_DEPOSIT_WINDOW_MS, WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import type { CreateOrderInput, Order } from '../../../contract/schemas/orders.ts';
import { clientGroup } from '../../../contract/clientGroup.ts';
import { DatabaseUnavailableError } from '../../db/databaseErrors.ts';
import { nextCounterValue } from '../../db/repositories/cursors.ts';
import { findIdempotencyKey } from '../../db/repositories/keys.ts';
import { countUnpaidOrders, findOrder } from '../../db/repositories/orders.ts';
import type { OrderEventTable, OrderTable } from '../../db/tables/orders.ts';
import { signGuarantee } from '../core/signGuarantee.ts';
import { documentRow, presentDocuments } from '../../guarantee/signedDocuments.ts';
import { minConfirmations } from '../../instruments/loadCatalogue.ts';
import type { StoredQuote } from '../../pricing/desk.ts';
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
import { gatewayOf, type OrderContext } from '../core/context.ts';
import { createBatcher } from '../core/batcher.ts';
import { randomId, sha256 } from '../core/hashing.ts';
import { retryOnConflict } from '../core/retryOnConflict.ts';
import { presentOrder, presentParts } from './presentOrder.ts';
import { reprice } from './reprice.ts';
import { checkSameBody, NothingReservedError, storeOrders, type IdempotencyKey, type NewOrder } from './storeOrders.ts';
import { ensureFreshBalance, noLiquidityError } from '../core/treasury.ts';

/** What is known of the client besides what it says. */
export interface Client {
  /** D40 */
  address: string | null;
  idempotencyKey: string | null;
}

const KEY_LENGTH = { least: 8, most: 128 };
/** Of one client, within an hour */
const MOST_UNPAID = 60;
const UNPAID_WINDOW_MS = 3_600_000;

/** A network that did not say what it holds is not asked by the next order: each would wait for its time-out. */
const ASK_AGAIN_MS = 5_000;

/** Of those that are made at the same moment; each with some fifty values to write. */
const MOST_TOGETHER = 50;

export type CreateOrder = (input: CreateOrderInput, client: Client) => Promise<Order>;

/**
 * Makes an order, or gives back the one that the same idempotency key and body made before (D4). Checked: the pair,
 * blacklist (D51), addresses and memos (D10), the price (D4), the treasury's free balance (D35).
 * Throws ERR_VALIDATION with `details.field` and `details.code`, ERR_FORBIDDEN, ERR_RATE_CHANGED with
 * `details.pairData`, ERR_NO_LIQUIDITY_AVAILABLE with `details.available`, ERR_IDEMPOTENCY_MISMATCH, ERR_NOT_FOUND,
 * ERR_NOT_ACCEPTABLE, ERR_TOO_MANY_REQUESTS, ERR_PAIR_NOT_ACTIVE, ERR_NETWORK_NOT_SUPPORTED, ERR_SERVICE_UNAVAILABLE and the desk's bounds.
 */
export function createOrderMaker(context: OrderContext): CreateOrder {
  const writer = createWriter(context);
  return async (input, client) => {
    const key = idempotencyOf(client.idempotencyKey, input);
    const known = key && (await findIdempotencyKey(context.database, key.keyHash));
    if (known) return await presentStored(context, checkSameBody(known, key));
    const order = await newOrder(context, writer, input, client);
    const { id, created_at } = order;
    const event: OrderEventTable = { order_id: id, sequence: 10, kind: 'CREATION_END', created_at };
    const signed = signGuarantee(context, order);
    const guarantee = documentRow({ orderId: id, kind: 'GUARANTEE', number: 1, signed, now: created_at });
    const orderId = await store(context, writer, { order, guarantee, event, key });
    if (orderId !== id) return await presentStored(context, orderId);
    // As it was written, and nothing has happened to it yet: there is nothing to read.
    const documents = presentDocuments([guarantee]);
    return presentParts(context, order, { events: [event], deposits: [], sends: [], claims: [], readUntil: 0, documents });
  };
}

async function newOrder(
  context: OrderContext,
  writer: OrderWriter,
  input: CreateOrderInput,
  client: Client,
): Promise<OrderTable> {
  await checkUnpaid(context, client);
  const [from, to] = checkPair(context, input);
  const parties = await checkParties(context, input, from, to, client);
  checkClaimedAmount(input.claimedDepositAmount, from);
  const gateway = gatewayOf(context, from.network.slug);
  const quote = reprice(context, input);
  await writer.in(to.instrument.slug).freshenTreasury();
  const depositIndex = await writer.nextIndex();
  const deposit = await gateway.addressAt(depositIndex);
  return {
    ...orderOf(context, input, quote, client),
    ...parties,
    network_from: from.network.slug,
    network_to: to.network.slug,
    deposit_index: depositIndex,
    deposit_address: deposit.address,
    deposit_memo: deposit.memo,
    min_confirmations: minConfirmations(context.catalogue, from.instrument),
  };
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

function idempotencyOf(key: string | null, input: CreateOrderInput): IdempotencyKey | null {
  if (key === null) return null;
  if (key.length < KEY_LENGTH.least || key.length > KEY_LENGTH.most) {
    throw new ApiError('ERR_VALIDATION', `Idempotency-Key must have ${KEY_LENGTH.least} to ${KEY_LENGTH.most} characters.`);
  }
  return { keyHash: sha256(key), bodyHash: sha256(canonicalJson(input)) };
}

async function presentStored(context: OrderContext, orderId: string): Promise<Order> {
  const order = await findOrder(context.database, orderId);
  if (!order) throw new ApiError('ERR_INTERNAL_SERVER_ERROR', 'The order of this key is gone.');
  return await presentOrder(context, order);
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
    accepted_price: null,
    accepted_amount: null,
    accepted_network_fee: null,
    accepted_platform_fee: null,
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
    next_check_at: 0,
    legacy_order_id: input.legacyOrderId ?? null,
    referrer_id: input.referrerId ?? null,
    utm_data: input.utmData === undefined ? null : JSON.stringify(input.utmData),
    browser_fingerprint: input.browserFingerprint ?? null,
    client_address: client.address,
    client_group: client.address === null ? null : clientGroup(client.address),
  };
}

interface OrderWriter {
  /** The HD index of a new order's deposit address; gaps are fine, repeats never happen. */
  nextIndex(): Promise<number>;
  /** For new orders that are paid in an instrument */
  in(instrument: string): Payer;
}

interface Payer {
  freshenTreasury(): Promise<void>;
  store(order: NewOrder): Promise<string>;
}

/** New orders of one moment are written together. */
function createWriter(context: OrderContext): OrderWriter {
  const nextIndex = createBatcher<null, number>(MOST_TOGETHER, async (askers) => {
    const last = await nextCounterValue(context.database, 'deposit_index', askers.length);
    return askers.map((_, place) => ({ result: last - place }));
  });
  // Apart by what they are paid in, and so by the reserve that they need: a coin whose reserve is busy holds up no other.
  const payers = new Map<string, Payer>();
  const createPayer = (instrument: string): Payer => {
    let asking: Promise<void> | null = null;
    /** `error`: there is no older balance to go by */
    let failed: { at: number; error: ApiError | null } | null = null;
    const freshen = async (): Promise<void> => {
      // Either way, since a clock can be set back.
      if (failed && Math.abs(context.now() - failed.at) < ASK_AGAIN_MS) {
        if (failed.error) throw failed.error;
        return;
      }
      try {
        failed = (await ensureFreshBalance(context, instrument)) ? null : { at: context.now(), error: null };
      } catch (error) {
        // What the database failed at says nothing of the network.
        const isSilent = error instanceof ApiError && !(error instanceof DatabaseUnavailableError);
        failed = isSilent ? { at: context.now(), error } : null;
        throw error;
      }
    };
    return {
      freshenTreasury: () => (asking ??= freshen().finally(() => (asking = null))),
      store: createBatcher(MOST_TOGETHER, (lot: readonly NewOrder[]) => storeOrders(context, lot)),
    };
  };
  return {
    nextIndex: () => nextIndex(null),
    in: (instrument) => {
      const payer = payers.get(instrument) ?? createPayer(instrument);
      payers.set(instrument, payer);
      return payer;
    },
  };
}

/** Gives the id of the order that stands under the key. */
async function store(context: OrderContext, writer: OrderWriter, order: NewOrder): Promise<string> {
  const tooMany = () => new ApiError('ERR_SERVICE_UNAVAILABLE', 'Too many orders at this moment. Try again.');
  try {
    return await retryOnConflict(() => writer.in(order.order.instrument_to).store(order), tooMany);
  } catch (error) {
    throw error instanceof NothingReservedError ? await noLiquidityFor(context, order.order) : error;
  }
}

async function noLiquidityFor(context: OrderContext, order: OrderTable): Promise<ApiError> {
  return await noLiquidityError(context, {
    fromSlug: order.instrument_from,
    toSlug: order.instrument_to,
    price: order.price,
    networkFee: order.network_fee,
  });
}
