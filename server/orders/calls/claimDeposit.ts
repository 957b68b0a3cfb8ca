import { ApiError, tooManyRequests } from '../../../contract/errors.ts';
import { DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import { add, amount, compare, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { ClaimDepositInput, Order } from '../../../contract/schemas/orders.ts';
import type { Executor } from '../../db/database.ts';
import {
  insertDepositClaim,
  listClaimsOfTransaction,
  listDepositClaims,
  updateHeldClaim,
  writeAttributedClaim,
} from '../../db/repositories/depositClaims.ts';
import {
  attributeDeposit,
  listDeposits,
  listDepositsOfOrders,
  listUnattributedDeposits,
} from '../../db/repositories/deposits.ts';
import { findOrder, listDepositCandidates, listOrders } from '../../db/repositories/orders.ts';
import type { DepositClaimRow, DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { sameAddress } from '../../instruments/addresses/index.ts';
import type { ClaimWrongNetwork } from './claimWrongNetwork.ts';
import { type OrderContext } from '../core/context.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { isOpen, isWithinTolerance, ownDeposits, totalAmount } from '../rules/depositRules.ts';
import { post, reverseJournal } from '../../payments/ledger.ts';
import { depositsAt } from '../../ports/chain/treasury.ts';
import { claimLines, depositJournalId } from '../core/depositBooks.ts';
import { amend } from '../core/machine.ts';
import { namedClient } from '../../common/namedClient.ts';
import { retryOnConflict, ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { openOrder, readOrder, requireAuthority, type Authority } from './readOrder.ts';

/** Claims of one order on hold at the same time; an operator has to check each. */
const MAX_HELD_CLAIMS = 5;
/** A claim of a larger deposit is held for an operator. */
const MAX_AUTOMATIC_CLAIM_USD: Decimal = '1000';
const MAX_CANDIDATES = 200;

/**
 * Claims a transaction that matches no order: sent without its memo, or on another network (D6).
 *
 * A deposit to an order's own address belongs to the order, on any network (`claimWrongNetwork.ts`). A deposit to an address
 * that many orders share needs more proof, because its hash is public: it is attributed automatically only when no other
 * order can be meant (`reasonToHold`, docs/decisions/007-claims.md). Otherwise the claim is held for an operator, the order
 * says CLAIM_HELD, and the operator's decision is final.
 *
 * Throws ERR_NOT_ACCEPTABLE with `details.code` CLAIM_REJECTED; ERR_NOT_FOUND with DEPOSIT_UNKNOWN,
 * DEPOSIT_UNCONFIRMED or, of another network, DEPOSIT_UNREADABLE; ERR_SERVICE_UNAVAILABLE with NETWORK_SILENT;
 * ERR_TOO_MANY_REQUESTS, ERR_NOT_FOUND_E, ERR_ORDER_TOKEN_REQUIRED.
 */
export async function claimDeposit(
  context: OrderContext,
  input: ClaimDepositInput,
  authority: Authority,
  claimWrongNetwork: ClaimWrongNetwork,
): Promise<Order> {
  const claim = async (): Promise<Order> => {
    const order = await openOrder(context, input.orderId, input.destinationAddress);
    requireAuthority(order, authority);
    const known = (await listDeposits(context.database, order.id)).filter(isNamed(input.txHash));
    const knownOn = new Set(known.map(({ network }) => network));
    // The same hash may exist on several networks.
    if (order.deposit_memo === null) {
      await claimWrongNetwork(order, { txHash: input.txHash, client: clientOf(authority), knownOn });
    } else if (known.length === 0) {
      await claimShared(context, order, input.txHash);
    }
    return await readOrder(context, input.orderId, input.destinationAddress);
  };
  const busy = () => new ApiError('ERR_SERVICE_UNAVAILABLE', 'The order is being updated. Try again in a moment.');
  return await retryOnConflict(claim, busy);
}

async function claimShared(context: OrderContext, order: OrderRow, txHash: string): Promise<void> {
  const { database, now } = context;
  const claims = await listDepositClaims(database, order.id);
  const before = claims.filter(isNamed(txHash));
  if (before.some(({ state }) => state === 'HELD')) return;
  // An operator rejected this order's claim of the transaction. Only an operator can change that.
  if (before.some(({ state }) => state === 'REJECTED')) {
    throw new ApiError(
      'ERR_NOT_ACCEPTABLE',
      "We checked this transaction: it doesn't belong to this order. Write to support if you disagree.",
      {
        code: 'CLAIM_REJECTED',
      },
    );
  }
  const found = await findUnattributedDeposits(context, order, txHash);
  const [deposit] = found;
  if (!deposit) throw notFound('DEPOSIT_UNKNOWN', 'No unattributed deposit of this transaction was found at our address.');
  if (found.some((one) => one.booked_at === null)) {
    throw notFound('DEPOSIT_UNCONFIRMED', 'The transaction does not have all its confirmations yet. Try again in a few minutes.');
  }
  const reason = found.length > 1 ? 'SEVERAL_TRANSFERS' : await reasonToHold(context, order, deposit);
  if (reason === null) {
    // Another claim was attributed first. The retry finds no deposit.
    const isAttributed = await database
      .transaction()
      .execute(async (transaction) => await attribute(context, transaction, order, deposit));
    if (!isAttributed) throw new ConcurrentUpdateError(order.id);
    return;
  }
  if (claims.filter(({ state }) => state === 'HELD').length >= MAX_HELD_CLAIMS) {
    throw tooManyRequests('Too many claims of this order are waiting for review. Write to support.', 3_600);
  }
  const claim = { ...keyOf(deposit), order_id: order.id, state: 'HELD', reason, created_at: now(), decided_at: null } as const;
  await database.transaction().execute(async (transaction) => {
    if (!(await insertDepositClaim(transaction, claim))) return;
    await touchOrder(transaction, order.id);
    context.log.warn({ ...claim }, 'A deposit claim is on hold for an operator.');
  });
}

/** Raises the order's version, so that clients that watch the order receive the change of its claims. */
async function touchOrder(transaction: Executor, orderId: string): Promise<void> {
  const order = await findOrder(transaction, orderId);
  if (order) await amend(transaction, order, {});
}

/** Rejects a held claim. Returns false when it is not on hold. Throws ConcurrentUpdateError. */
export async function rejectClaim(transaction: Executor, claim: DepositClaimRow, now: number): Promise<boolean> {
  if (!(await updateHeldClaim(transaction, claim, { state: 'REJECTED', decided_at: now }))) return false;
  await touchOrder(transaction, claim.order_id);
  return true;
}

/** Returns the unattributed deposits of a transaction to the order's deposit address. Accepts the hash in any case. */
export async function findUnattributedDeposits(
  context: Pick<OrderContext, 'database' | 'catalogue'>,
  order: OrderRow,
  txHash: string,
): Promise<DepositRow[]> {
  const network = networkOf(context, order.instrument_from);
  const found = await listUnattributedDeposits(context.database, order.network_from, spellingsOf(txHash));
  return found.filter((deposit) => sameAddress(network, deposit.to_address, network, order.deposit_address));
}

function isNamed(txHash: string): (named: Pick<DepositRow, 'tx_hash'>) => boolean {
  const spellings = spellingsOf(txHash);
  return ({ tx_hash }) => spellings.includes(tx_hash);
}

function spellingsOf(txHash: string): string[] {
  return [...new Set([txHash, txHash.toLowerCase(), txHash.toUpperCase()])];
}

/** Returns why an operator must check the claim; null when no other order can be meant and the amount is small. */
async function reasonToHold(context: OrderContext, order: OrderRow, deposit: DepositRow): Promise<string | null> {
  const { database, now } = context;
  if (deposit.instrument !== order.instrument_from) return 'OTHER_COIN';
  if (order.status !== 'AWAITING_DEPOSIT' || order.first_deposit_at !== null) return 'ORDER_NOT_WAITING';
  if (deposit.detected_at < order.created_at) return 'OLDER_THAN_ORDER';
  if (!isWithinTolerance(order, deposit.amount)) return 'OTHER_AMOUNT';
  if (!isSmallAmount(context, deposit)) return 'WORTH_TOO_MUCH';
  // Claims that were attributed by the same transaction don't compete for this transfer.
  const claims = (await listClaimsOfTransaction(database, deposit)).filter(({ state }) => state !== 'ATTRIBUTED');
  const rivals = claims.map(({ order_id }) => order_id).filter((id) => id !== order.id);
  if (await canBelongToAny(context, rivals, deposit)) return 'CLAIMED_TWICE';
  const target = { network: deposit.network, instrument: deposit.instrument, address: order.deposit_address };
  const candidates = await listDepositCandidates(database, target, deposit.detected_at, now(), MAX_CANDIDATES);
  const others = candidates.filter(({ id }) => id !== order.id);
  const isPossible = others.some(
    (other) =>
      (other.status === 'AWAITING_DEPOSIT' && other.first_deposit_at === null) || isWithinTolerance(other, deposit.amount),
  );
  return isPossible || candidates.length === MAX_CANDIDATES ? 'OTHERS_POSSIBLE' : null;
}

/**
 * Returns whether a claim of one of these orders can be right. Anybody can claim a public hash for a new order: a claim by an order
 * that is newer than the deposit, or that neither the deposit alone nor together with its own deposits would fund, counts for nothing.
 */
async function canBelongToAny({ database }: OrderContext, orderIds: readonly string[], deposit: DepositRow): Promise<boolean> {
  if (orderIds.length === 0) return false;
  const deposits = Map.groupBy(await listDepositsOfOrders(database, orderIds), ({ order_id }) => order_id);
  return (await listOrders(database, orderIds)).some((order) => {
    const own = totalAmount(ownDeposits(order, deposits.get(order.id) ?? []));
    return (
      order.instrument_from === deposit.instrument &&
      order.created_at <= deposit.detected_at &&
      [deposit.amount, add(own, deposit.amount)].some((paid) => isWithinTolerance(order, paid))
    );
  });
}

function isSmallAmount(context: OrderContext, deposit: DepositRow): boolean {
  const price = context.usdPrice(deposit.instrument);
  if (price === null) return false;
  return compare(toDecimal(amount(price).times(amount(deposit.amount))), MAX_AUTOMATIC_CLAIM_USD) <= 0;
}

/**
 * Attributes a deposit to an order: as its deposit while the order is open and the coin matches, otherwise as an extra
 * deposit (D6). Returns false when it is attributed already. Throws ConcurrentUpdateError when another process moved the order.
 */
export async function attribute(
  context: Pick<OrderContext, 'now' | 'catalogue' | 'gateways'>,
  transaction: Executor,
  order: OrderRow,
  deposit: DepositRow,
): Promise<boolean> {
  const now = context.now();
  const isForOrder = isOpen(order) && deposit.instrument === order.instrument_from;
  const owner = { order_id: order.id, role: isForOrder ? null : 'EXTRA', refund_at: now + DECISION_DEADLINE_MS } as const;
  if (!(await attributeDeposit(transaction, deposit, owner))) return false;
  // The role depends on the order's status, so the order must not have moved.
  await amend(transaction, order, {});
  const isAtTreasury = depositsAt(context.gateways, networkOf(context, deposit.instrument)) === 'TREASURY';
  if (!isAtTreasury) await reverseJournal(transaction, depositJournalId(deposit), now);
  await post(transaction, {
    id: `claim:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`,
    kind: 'CLAIM',
    source: { order_id: order.id },
    at: now,
    lines: claimLines(deposit, { isAtTreasury }),
  });
  const claim = {
    ...keyOf(deposit),
    order_id: order.id,
    state: 'ATTRIBUTED',
    reason: null,
    created_at: now,
    decided_at: now,
  } as const;
  await writeAttributedClaim(transaction, claim);
  await settleClaims(transaction, order, deposit, now);
  return true;
}

/**
 * Decides the other held claims of a transaction after one transfer was attributed. A transaction may have several
 * transfers: a claim moves on to the next unattributed transfer, and is rejected when none is left. Throws ConcurrentUpdateError.
 */
async function settleClaims(transaction: Executor, order: OrderRow, deposit: DepositRow, now: number): Promise<void> {
  const unattributed = await listUnattributedDeposits(transaction, deposit.network, [deposit.tx_hash]);
  const others = unattributed.filter(({ to_address }) => to_address === deposit.to_address);
  const claims = await listClaimsOfTransaction(transaction, deposit);
  for (const claim of claims.filter(({ state }) => state === 'HELD')) {
    const isOfOrder = claim.order_id === order.id;
    if (!isOfOrder && claim.transfer_index !== deposit.transfer_index) continue;
    const decided = claims.filter(({ order_id }) => order_id === claim.order_id).map((one) => one.transfer_index);
    const next = isOfOrder ? undefined : others.find(({ transfer_index }) => !decided.includes(transfer_index));
    if (next) await updateHeldClaim(transaction, claim, { transfer_index: next.transfer_index });
    else await rejectClaim(transaction, claim, now);
  }
}

function keyOf({ network, tx_hash, transfer_index }: DepositRow): Pick<DepositRow, 'network' | 'tx_hash' | 'transfer_index'> {
  return { network, tx_hash, transfer_index };
}

function notFound(code: 'DEPOSIT_UNKNOWN' | 'DEPOSIT_UNCONFIRMED', message: string): ApiError {
  return new ApiError('ERR_NOT_FOUND', message, { code });
}

/** Returns whom the limit of searches counts; null: unknown. */
function clientOf({ clientAddress, namedBy }: Authority): string | null {
  if (clientAddress === null) return null;
  return namedBy ? namedClient(namedBy, clientAddress) : clientAddress;
}
