import { ApiError } from '../../../contract/errors.ts';
import { DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import { amount, compare, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { ClaimDepositInput, Order } from '../../../contract/schemas/orders.ts';
import type { Executor } from '../../db/database.ts';
import {
  insertDepositClaim,
  listClaimsOfTransaction,
  listDepositClaims,
  updateHeldClaim,
  writeAttributedClaim,
} from '../../db/repositories/depositClaims.ts';
import { attributeDeposit, listDeposits, listUnattributedDeposits } from '../../db/repositories/deposits.ts';
import { findOrder, listDepositCandidates } from '../../db/repositories/orders.ts';
import type { DepositClaimRow, DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { sameAddress } from '../../instruments/addresses/index.ts';
import type { ClaimWrongNetwork } from './claimWrongNetwork.ts';
import { networkOf, type OrderContext } from '../core/context.ts';
import { isWithinTolerance, isOpen } from '../core/depositRules.ts';
import { post, transferLines } from '../core/ledger.ts';
import { amend, ConcurrentUpdateError } from '../core/machine.ts';
import { retryOnConflict } from '../core/retryOnConflict.ts';
import { openOrder, readOrder, requireToken, type Authority } from './readOrder.ts';

/** A claim costs nothing, and somebody has to look at it. */
const MOST_HELD_CLAIMS = 5;
/** More is compared by a person. */
const MOST_CLAIMED_BY_ITSELF_USD: Decimal = '1000';
const MOST_CANDIDATES = 200;

/**
 * "I sent it without the memo", or on another network: names a transaction that matches no order (D6). What came to an
 * order's own address is its own, wherever that was (`claimWrongNetwork.ts`). Where many orders share one, a hash is public, so
 * the order token alone does not prove whose money it is: it becomes the order's by itself only when nobody else can have
 * meant it (`reasonToHold`, docs/decisions/007-claims.md); otherwise an operator compares, and the order says CLAIM_HELD.
 * What he said stands. Throws ERR_NOT_ACCEPTABLE with `details.code` CLAIM_REJECTED; ERR_NOT_FOUND with DEPOSIT_UNKNOWN,
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
    requireToken(order, authority.orderToken);
    const known = (await listDeposits(context.database, order.id)).filter(isNamed(input.txHash));
    const knownOn = new Set(known.map(({ network }) => network));
    // One hash may be a transaction on several networks.
    if (order.deposit_memo === null) {
      await claimWrongNetwork(order, { txHash: input.txHash, clientAddress: authority.clientAddress, knownOn });
    } else if (known.length === 0) {
      await claimShared(context, order, input.txHash);
    }
    return await readOrder(context, input.orderId, input.destinationAddress);
  };
  const busy = () => new ApiError('ERR_SERVICE_UNAVAILABLE', 'This order is being worked on. Try again in a moment.');
  return await retryOnConflict(claim, busy);
}

async function claimShared(context: OrderContext, order: OrderRow, txHash: string): Promise<void> {
  const { database, now } = context;
  const claims = await listDepositClaims(database, order.id);
  const before = claims.filter(isNamed(txHash));
  if (before.some(({ state }) => state === 'HELD')) return;
  // Whatever has become of the reason: this order's claim was compared, and only an operator takes that back. It is of the
  // whole transaction: a claim that lost one of several transfers is still held for the others (`settleClaims`).
  if (before.some(({ state }) => state === 'REJECTED')) {
    throw new ApiError('ERR_NOT_ACCEPTABLE', "A person compared this payment: it is not this order's. Write to support.", {
      code: 'CLAIM_REJECTED',
    });
  }
  const found = await nobodysDeposits(context, order, txHash);
  const [deposit] = found;
  if (!deposit) throw notFound('DEPOSIT_UNKNOWN', 'No payment of this transaction waits for its order at our address.');
  if (found.some((one) => one.booked_at === null)) {
    throw notFound('DEPOSIT_UNCONFIRMED', 'The payment is seen, but has not all its confirmations. Try again in some minutes.');
  }
  const reason = found.length > 1 ? 'SEVERAL_TRANSFERS' : await reasonToHold(context, order, deposit);
  if (reason === null) {
    // Somebody was quicker: looked at anew, it is unknown.
    if (!(await attribute(context, order, deposit))) throw new ConcurrentUpdateError(order.id);
    return;
  }
  if (claims.filter(({ state }) => state === 'HELD').length >= MOST_HELD_CLAIMS) {
    throw new ApiError('ERR_TOO_MANY_REQUESTS', 'Too many claims of this order wait to be compared. Write to support.');
  }
  const claim = { ...keyOf(deposit), order_id: order.id, state: 'HELD', reason, created_at: now(), decided_at: null } as const;
  await database.transaction().execute(async (transaction) => {
    if (!(await insertDepositClaim(transaction, claim))) return;
    await tellOrderChanged(transaction, order.id);
    context.log.warn({ ...claim }, 'a claimed deposit waits for an operator');
  });
}

/** What an order says of its claims stands in no row of its own: whoever watches the order sees that it was written. */
async function tellOrderChanged(transaction: Executor, orderId: string): Promise<void> {
  const order = await findOrder(transaction, orderId);
  if (order) await amend(transaction, order, {});
}

/** A claim that is held was wrong. False: it is not held. Throws ConcurrentUpdateError. */
export async function rejectClaim(transaction: Executor, claim: DepositClaimRow, now: number): Promise<boolean> {
  if (!(await updateHeldClaim(transaction, claim, { state: 'REJECTED', decided_at: now }))) return false;
  await tellOrderChanged(transaction, claim.order_id);
  return true;
}

/** What came to the order's own address, in this transaction, and is nobody's. The hash as the network, or a person, writes it. */
export async function nobodysDeposits(
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

/** Why a person must compare; null when nobody else can have meant the payment, and little is at stake. */
async function reasonToHold(context: OrderContext, order: OrderRow, deposit: DepositRow): Promise<string | null> {
  const { database, now } = context;
  if (deposit.instrument !== order.instrument_from) return 'OTHER_COIN';
  if (order.status !== 'AWAITING_DEPOSIT' || order.first_deposit_at !== null) return 'ORDER_NOT_WAITING';
  if (deposit.detected_at < order.created_at) return 'OLDER_THAN_ORDER';
  if (!isWithinTolerance(order, deposit.amount)) return 'OTHER_AMOUNT';
  if (!isWorthLittle(context, deposit)) return 'WORTH_TOO_MUCH';
  // Who was paid by the same transaction and has his money claims nothing more.
  const claims = await listClaimsOfTransaction(database, deposit);
  if (claims.some((claim) => claim.order_id !== order.id && claim.state !== 'ATTRIBUTED')) return 'CLAIMED_TWICE';
  const place = { network: deposit.network, instrument: deposit.instrument, address: order.deposit_address };
  const candidates = await listDepositCandidates(database, place, deposit.detected_at, now(), MOST_CANDIDATES);
  const others = candidates.filter(({ id }) => id !== order.id);
  const isPossible = others.some(
    (other) =>
      (other.status === 'AWAITING_DEPOSIT' && other.first_deposit_at === null) || isWithinTolerance(other, deposit.amount),
  );
  return isPossible || candidates.length === MOST_CANDIDATES ? 'OTHERS_POSSIBLE' : null;
}

function isWorthLittle(context: OrderContext, deposit: DepositRow): boolean {
  const price = context.usdPrice(deposit.instrument);
  if (price === null) return false;
  return compare(toDecimal(amount(price).times(amount(deposit.amount))), MOST_CLAIMED_BY_ITSELF_USD) <= 0;
}

/**
 * A deposit of nobody becomes an order's: its deposit while the order is open and the coin is its own, otherwise extra
 * (D6). False when it is somebody's already. Throws ConcurrentUpdateError when the order was written meanwhile.
 */
export async function attribute(
  context: Pick<OrderContext, 'database' | 'now'>,
  order: OrderRow,
  deposit: DepositRow,
): Promise<boolean> {
  const now = context.now();
  const isForOrder = isOpen(order) && deposit.instrument === order.instrument_from;
  return await context.database.transaction().execute(async (transaction) => {
    const owner = { order_id: order.id, role: isForOrder ? null : 'EXTRA', refund_at: now + DECISION_DEADLINE_MS } as const;
    if (!(await attributeDeposit(transaction, deposit, owner))) return false;
    // What it is for depends on the status: nobody may have moved the order meanwhile.
    await amend(transaction, order, {});
    await post(transaction, {
      id: `claim:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`,
      orderId: order.id,
      at: now,
      lines: transferLines('CUSTOMER', 'UNATTRIBUTED', deposit.instrument, deposit.amount),
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
  });
}

/**
 * Of everybody who claimed a deposit, one was right. But a claim names a transaction, which may have paid several: whoever
 * claimed it waits for what is still nobody's of it, until a person has compared that too. Throws ConcurrentUpdateError.
 */
async function settleClaims(transaction: Executor, order: OrderRow, deposit: DepositRow, now: number): Promise<void> {
  const unattributed = await listUnattributedDeposits(transaction, deposit.network, [deposit.tx_hash]);
  const others = unattributed.filter(({ to_address }) => to_address === deposit.to_address);
  const claims = await listClaimsOfTransaction(transaction, deposit);
  for (const claim of claims.filter(({ state }) => state === 'HELD')) {
    const isItsOwn = claim.order_id === order.id;
    if (!isItsOwn && claim.transfer_index !== deposit.transfer_index) continue;
    const decided = claims.filter(({ order_id }) => order_id === claim.order_id).map((one) => one.transfer_index);
    const next = isItsOwn ? undefined : others.find(({ transfer_index }) => !decided.includes(transfer_index));
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
