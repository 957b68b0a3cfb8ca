import type { AddressIndex } from '../../common/addressIndex.ts';
import { canonicalJson } from '../../../contract/signedDocuments/canonicalJson.ts';
import { ApiError, tooManyRequests } from '../../../contract/errors.ts';
import { CLAIMED_DEPOSIT_DECIMALS, FIXED_RATE_LOCK_MS, FLOATING_DEPOSIT_WINDOW_MS } from '../../../contract/limits.ts';
import { amount, compare, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import type { CreateOrderInput, Order } from '../../../contract/schemas/orders.ts';
import { clientGroup, clientGroups } from '../../../contract/clientGroup.ts';
import type { Executor } from '../../db/database.ts';
import { DatabaseUnavailableError } from '../../db/databaseErrors.ts';
import { useAllowance } from '../../db/repositories/allowances.ts';
import { findIdempotencyKey } from '../../db/repositories/keys.ts';
import { countUnpaidOrders, findOrder } from '../../db/repositories/orders.ts';
import type { OrderOwnerRow } from '../../db/tables/accounts.ts';
import type { PartnerKeyRow } from '../../db/tables/apiKeys.ts';
import type { OrderEventTable, OrderOriginTable, OrderTable } from '../../db/tables/orders.ts';
import { signGuarantee } from '../core/signGuarantee.ts';
import { documentRow, presentDocuments } from '../../guarantee/signedDocuments.ts';
import type { Network } from '../../instruments/catalogue.ts';
import { enteredAddress } from '../../instruments/enteredAddress.ts';
import { normaliseAddress } from '../../instruments/addresses/index.ts';
import { minConfirmations } from '../../instruments/loadCatalogue.ts';
import type { StoredQuote } from '../../pricing/desk.ts';
import { blankToNull, checkClaimedAmount, checkMemo, checkPair } from './checks.ts';
import {
  checkAddress,
  checkBlacklist,
  checkNotBlocked,
  checkNotOwn,
  fieldError,
  type Side,
} from '../../payments/recipients/checks.ts';
import { confirmBy } from '../rules/depositRules.ts';
import { type OrderContext } from '../core/context.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { checkNewEmail } from '../../common/checkNewEmail.ts';
import { createBatcher } from '../../common/batcher.ts';
import { sha256 } from '../../common/hashing.ts';
import { namedClient } from '../../common/namedClient.ts';
import { newOrderFields, usdCentsOf } from '../core/newOrder.ts';
import { retryOnConflict } from '../../common/retryOnConflict.ts';
import { createDepositIndexes } from './depositIndexes.ts';
import { newDepositAddress } from './newDepositAddress.ts';
import { presentOrder, presentParts } from './presentOrder.ts';
import { belowLeast, payoutPaymentTerms, refundPaymentTerms } from './paymentTerms.ts';
import { reprice } from './reprice.ts';
import { InsufficientReserveError, ReservationLimitError } from './admitOrders.ts';
import { checkSameBody, storeOrders, type IdempotencyKey, type NewOrder } from './storeOrders.ts';
import { ensureFreshBalance } from '../../payments/treasury.ts';
import { noLiquidityError } from '../core/reservations.ts';

/** The client of a create call, as known from its request and not from its body. */
export interface Client {
  /** Client IP address (D40) */
  address: string | null;
  idempotencyKey: string | null;
  /** The site that the client uses: "https://swap.example"; absent: unknown */
  siteOrigin?: string;
  /** The customer whose order it becomes; null or absent: a guest */
  owner?: Pick<OrderOwnerRow, 'user_id' | 'source' | 'api_key_id'> | null;
  /** The partner's key that signed the call, and whether `address` is that of its customer (D40); null or absent: no partner */
  partner?: { key: PartnerKeyRow; namesCustomer: boolean } | null;
}

const KEY_LENGTH = { min: 8, max: 128 };
/** Maximum number of unpaid orders of one client group within {@link UNPAID_WINDOW_MS}. */
const MAX_UNPAID_ORDERS = 60;
const UNPAID_WINDOW_MS = 3_600_000;

/** Delay after a failed balance query, so that each new order does not wait for the same time-out. */
const BALANCE_RETRY_MS = 5_000;

/** Orders stored in one transaction; each writes about fifty values. */
const BATCH_SIZE = 50;

export type CreateOrder = (input: CreateOrderInput, client: Client) => Promise<Order>;

/**
 * Creates an order, or returns the one that the same idempotency key and body created before (D4). Checks the pair, the
 * blacklist (D51), addresses and memos (D86), the price (D4) and the treasury's free balance (D35).
 *
 * Throws ERR_VALIDATION with `details.field` and `details.code`, ERR_FORBIDDEN, ERR_RATE_CHANGED with
 * `details.pairData`, ERR_NO_LIQUIDITY_AVAILABLE with `details.available`, ERR_IDEMPOTENCY_MISMATCH, ERR_NOT_FOUND,
 * ERR_UNPROCESSABLE_ENTITY with `details.expected` (limit of unpaid fixed-rate orders, D54), ERR_NOT_ACCEPTABLE,
 * ERR_TOO_MANY_REQUESTS, ERR_PAIR_NOT_ACTIVE, ERR_NETWORK_NOT_SUPPORTED, ERR_SERVICE_UNAVAILABLE and the desk's bounds.
 */
export function createOrderMaker(context: OrderContext): CreateOrder {
  const writer = createWriter(context);
  return async (input, client) => {
    const key = idempotencyOf(client, input);
    const known = key && (await findIdempotencyKey(context.database, key.keyHash));
    if (known) return await presentStored(context, checkSameBody(known, key));
    const order = await newOrder(context, writer, input, client);
    const { id, created_at } = order;
    const event: OrderEventTable = { order_id: id, sequence: 10, kind: 'CREATION_END', created_at };
    const signed = signGuarantee(context, order);
    const guarantee = documentRow({ orderId: id, kind: 'GUARANTEE', number: 1, signed, now: created_at });
    const owner = client.owner ? { ...client.owner, order_id: id, created_at } : null;
    const origin = originOf(order, input, client);
    const orderId = await store(context, writer, {
      order,
      owner,
      origin,
      partner: client.partner?.key ?? null,
      guarantee,
      event,
      key,
    });
    if (orderId !== id) return await presentStored(context, orderId);
    // The order is new, so its answer needs no database read.
    const documents = presentDocuments([guarantee]);
    const created = { ...order, acceptance: null, settlement: null, refund: null };
    return presentParts(context, created, {
      events: [event],
      deposits: [],
      sends: [],
      claims: [],
      readUntil: 0,
      documents,
      laterOrders: [],
    });
  };
}

async function newOrder(
  context: OrderContext,
  writer: OrderWriter,
  input: CreateOrderInput,
  client: Client,
): Promise<OrderTable> {
  await checkUnpaid(context, client);
  if (!client.owner) await checkReferrer(context, input);
  const [from, to] = checkPair(context, input);
  const parties = await checkParties(context, input, from, to, client);
  checkClaimedAmount(input.claimedDepositAmount, from);
  const gateway = gatewayOf(context, from.network.slug);
  const payout = await payoutPaymentTerms(context, { ...input, destinationAddress: parties.destination_address }, to);
  const quote = reprice(context, input, payout.factor);
  if (compare(quote.amountToGet, payout.least) < 0) throw belowLeast('destinationAddress');
  await writer.in(to.instrument.slug).freshenTreasury();
  const depositIndex = await writer.nextIndex();
  const deposit = await newDepositAddress(context, gateway, depositIndex);
  return {
    ...orderOf(context, input, quote, from.network),
    ...parties,
    customer_id: client.owner?.user_id ?? null,
    network_from: from.network.slug,
    network_to: to.network.slug,
    deposit_index: depositIndex,
    payout_fee_factor: payout.factor,
    payout_least: payout.least,
    deposit_address: deposit.address,
    deposit_address_key: normaliseAddress(from.network, deposit.address),
    deposit_memo: deposit.memo,
    min_confirmations: minConfirmations(context.catalogue, from.instrument),
  };
}

/** Limits the unpaid orders of one client, and of a partner's key in all, because the host watches the deposit address of each. Throws ERR_TOO_MANY_REQUESTS. */
async function checkUnpaid({ database, now }: OrderContext, client: Client): Promise<void> {
  const since = now() - UNPAID_WINDOW_MS;
  const [group, key] = [groupOf(client), client.partner?.key];
  const isAllowed =
    (group === null || (await countUnpaidOrders(database, { client_group: group }, since)) < MAX_UNPAID_ORDERS) &&
    (!key || (await countUnpaidOrders(database, { partner_key: key.api_key_id }, since)) < key.unpaid_orders) &&
    (await admitsSite(database, group, now()));
  if (isAllowed) return;
  throw tooManyRequests('You have too many unpaid orders. Pay one of them, or try again in an hour.', UNPAID_WINDOW_MS / 1_000);
}

/** Counts all orders of a /48, with ten times the limit of a /64 (D81): its unpaid ones are in many groups. */
async function admitsSite(database: Executor, group: string | null, now: number): Promise<boolean> {
  const site = clientGroups(group ?? '').find(({ factor }) => factor > 1);
  if (!site) return true;
  const most = MAX_UNPAID_ORDERS * site.factor;
  return await useAllowance(database, { name: `orders:${site.group}`, windowMs: UNPAID_WINDOW_MS, most }, now);
}

/** Throws ERR_NOT_FOUND for an unknown referrer of a guest. Its message contains `referrerAffiliateId`, which clients look for (§8). */
async function checkReferrer({ referrals }: OrderContext, { referrerId }: CreateOrderInput): Promise<void> {
  if (referrerId === undefined || (await referrals.isKnown(referrerId))) return;
  throw new ApiError('ERR_NOT_FOUND', 'There is no customer with this referrerAffiliateId.', { field: 'referrerId' });
}

/** Partners may use predictable keys, such as the number of an order, so those of an API key are its customer's own. */
function idempotencyOf({ idempotencyKey: key, owner }: Client, input: CreateOrderInput): IdempotencyKey | null {
  if (key === null) return null;
  if (key.length < KEY_LENGTH.min || key.length > KEY_LENGTH.max) {
    throw new ApiError('ERR_VALIDATION', `Idempotency-Key must have ${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters.`);
  }
  // No header contains a line feed, so nobody else can send such a key.
  const scoped = owner?.source === 'API_KEY' ? `${owner.user_id}\n${key}` : key;
  return { keyHash: sha256(scoped), bodyHash: sha256(canonicalJson(input)) };
}

async function presentStored(context: OrderContext, orderId: string): Promise<Order> {
  const order = await findOrder(context.database, orderId);
  if (!order) throw new ApiError('ERR_INTERNAL_SERVER_ERROR', 'The order of this idempotency key does not exist.');
  return await presentOrder(context, order);
}

type Parties = Pick<
  OrderTable,
  | 'destination_address'
  | 'destination_memo'
  | 'refund_address'
  | 'refund_memo'
  | 'refund_fee_factor'
  | 'refund_least'
  | 'user_email'
>;

async function checkParties(
  context: OrderContext,
  input: CreateOrderInput,
  from: Side,
  to: Side,
  client: Client,
): Promise<Parties> {
  const destination = enteredAddress(to.network, input.destinationAddress);
  const destinationMemo = blankToNull(input.destinationAddressMemo);
  const refund = blankToNull(enteredAddress(from.network, input.refundAddress ?? ''));
  const refundMemo = refund === null ? null : blankToNull(input.refundAddressMemo);
  if (input.userEmail !== undefined) checkNewEmail('userEmail', input.userEmail);
  await checkBlacklist(context, { addresses: [destination, refund], email: input.userEmail, clientAddress: client.address });
  checkAddress(context, 'destinationAddress', destination, to);
  checkMemo('destinationAddressMemo', destinationMemo, destination, to);
  await checkNotOwn(context, 'destinationAddress', destination, to.network);
  await checkNotBlocked(context, 'destinationAddress', destination, to);
  if (refund === null && input.rateMode === 'FIXED') {
    throw fieldError('refundAddress', 'error_address_empty', 'A fixed-rate order needs a refund address.');
  }
  if (refund !== null) {
    checkAddress(context, 'refundAddress', refund, from);
    checkMemo('refundAddressMemo', refundMemo, refund, from);
    await checkNotOwn(context, 'refundAddress', refund, from.network);
    await checkNotBlocked(context, 'refundAddress', refund, from);
  }
  return {
    destination_address: destination,
    destination_memo: destinationMemo,
    refund_address: refund,
    refund_memo: refundMemo,
    ...(await refundPaymentTerms(context, from, refund, input.claimedDepositAmount)),
    user_email: blankToNull(input.userEmail),
  };
}

type OrderBase = Omit<
  OrderTable,
  | keyof Parties
  | 'customer_id'
  | 'network_from'
  | 'network_to'
  | 'deposit_index'
  | 'deposit_address'
  | 'deposit_address_key'
  | 'payout_fee_factor'
  | 'payout_least'
  | 'deposit_memo'
  | 'min_confirmations'
>;

function orderOf(context: OrderContext, input: CreateOrderInput, quote: StoredQuote, network: Network): OrderBase {
  const now = context.now();
  const isFixed = input.rateMode === 'FIXED';
  const expiresAt = now + (isFixed ? FIXED_RATE_LOCK_MS : FLOATING_DEPOSIT_WINDOW_MS);
  return {
    ...newOrderFields(now, expiresAt),
    rate_mode: input.rateMode,
    instrument_from: quote.fromSlug,
    instrument_to: quote.toSlug,
    order_token_hash: input.orderTokenHash ?? null,
    claimed_deposit_amount: input.claimedDepositAmount,
    usd_cents: usdCentsOf(context, quote.fromSlug, input.claimedDepositAmount),
    price: quote.price,
    network_fee: quote.networkFee,
    collection_fee: quote.collectionFee,
    platform_fee: quote.platformFee,
    platform_fee_percent: quote.platformFeePercent,
    amount_to_get: quote.amountToGet,
    market_price: quote.marketPrice,
    premium_percent: quote.premiumPercent,
    quote_id: quote.quoteId,
    confirm_by: isFixed ? confirmBy(expiresAt, network) : null,
    legacy_order_id: input.legacyOrderId ?? null,
    first_order_id: null,
    restored_at: null,
  };
}

/**
 * Returns what the limits of unpaid orders count together: an address, or all API keys of a customer, who can have many of both. For a
 * partner's key, the customer that it names; null: none, and then only the limits of the key apply.
 */
function groupOf({ address, owner, partner }: Client): string | null {
  if (partner) return partner.namesCustomer && address !== null ? namedClient(partner.key.api_key_id, address) : null;
  if (owner?.source === 'API_KEY') return `customer ${owner.user_id}`;
  return address === null ? null : clientGroup(address);
}

function originOf({ id, created_at }: OrderTable, input: CreateOrderInput, client: Client): OrderOriginTable {
  const { address, owner } = client;
  return {
    order_id: id,
    created_at,
    user_type: owner ? 'registered' : 'guest',
    // A referral counts for guests only (§6). The referrer of a registered customer was bound to the account (D48).
    referrer_id: owner ? null : (input.referrerId ?? null),
    utm_data: input.utmData === undefined ? null : JSON.stringify(input.utmData),
    browser_fingerprint: input.browserFingerprint ?? null,
    client_address: address,
    client_group: groupOf(client),
    partner_key: client.partner?.key.api_key_id ?? null,
  };
}

interface OrderWriter {
  /** {@link createDepositIndexes} */
  nextIndex(): Promise<AddressIndex>;
  /** The writer of orders that pay out in an instrument. Each coin has its own, so that a busy reserve delays only its coin. */
  in(instrument: string): CoinWriter;
}

interface CoinWriter {
  freshenTreasury(): Promise<void>;
  store(order: NewOrder): Promise<string>;
}

/** Concurrent create calls share balance queries and commits. */
function createWriter(context: OrderContext): OrderWriter {
  const writers = new Map<string, CoinWriter>();
  const createCoinWriter = (instrument: string): CoinWriter => {
    let refresh: Promise<void> | null = null;
    /** The last failed query. `error` is set when no older balance is stored either. */
    let failed: { at: number; error: ApiError | null } | null = null;
    const freshen = async (): Promise<void> => {
      // The absolute value, because the clock can be set back.
      if (failed && Math.abs(context.now() - failed.at) < BALANCE_RETRY_MS) {
        if (failed.error) throw failed.error;
        return;
      }
      try {
        failed = (await ensureFreshBalance(context, instrument)) ? null : { at: context.now(), error: null };
      } catch (error) {
        // A database failure says nothing about the network.
        const isNetworkFailure = error instanceof ApiError && !(error instanceof DatabaseUnavailableError);
        failed = isNetworkFailure ? { at: context.now(), error } : null;
        throw error;
      }
    };
    return {
      freshenTreasury: () => (refresh ??= freshen().finally(() => (refresh = null))),
      store: createBatcher(BATCH_SIZE, (orders: readonly NewOrder[]) => storeOrders(context, orders)),
    };
  };
  return {
    nextIndex: createDepositIndexes(context.database),
    in: (instrument) => {
      const writer = writers.get(instrument) ?? createCoinWriter(instrument);
      writers.set(instrument, writer);
      return writer;
    },
  };
}

/** Stores the order and returns its id, or the id of the order that already has the same idempotency key. */
async function store(context: OrderContext, writer: OrderWriter, order: NewOrder): Promise<string> {
  const tooMany = () => new ApiError('ERR_SERVICE_UNAVAILABLE', 'Too many orders are being created. Try again in a moment.');
  try {
    return await retryOnConflict(() => writer.in(order.order.instrument_to).store(order), tooMany);
  } catch (error) {
    if (error instanceof InsufficientReserveError) throw await noLiquidityFor(context, order.order);
    throw error instanceof ReservationLimitError ? reservationLimitFor(context, order.order, error.largest) : error;
  }
}

/** Returns ERR_UNPROCESSABLE_ENTITY with the largest possible amount of instrumentFrom, as the desk does above its fixed maximum. */
function reservationLimitFor(context: OrderContext, order: OrderTable, largest: Decimal): ApiError {
  const { precisionDecimals } = instrumentOf(context, order.instrument_from);
  const decimals = Math.min(CLAIMED_DEPOSIT_DECIMALS, precisionDecimals);
  return new ApiError('ERR_UNPROCESSABLE_ENTITY', 'A fixed rate is not possible at this amount at the moment.', {
    expected: roundToDecimal(amount(largest).div(amount(order.price)), decimals, 'down'),
    instrumentSlug: order.instrument_from,
  });
}

async function noLiquidityFor(context: OrderContext, order: OrderTable): Promise<ApiError> {
  return await noLiquidityError(context, {
    fromSlug: order.instrument_from,
    toSlug: order.instrument_to,
    price: order.price,
    networkFee: order.network_fee,
  });
}
