import type { Claims, ClaimsInput } from '../../contract/console/orders.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { amount } from '../../contract/money.ts';
import { listAwaitingOrders, listClaimsOfDeposit, type AwaitingOrder } from '../db/repositories/operator/consoleRecords.ts';
import { unattributedDeposits } from '../db/repositories/unresolved.ts';
import type { DepositClaimRow, DepositRow } from '../db/tables/orders.ts';
import type { ConsoleContext } from './context.ts';
import { presentDeposit } from './orders.ts';
import { offer, transferOf } from './waiting.ts';

const PAGE = 20;
const MOST_ORDERS = 10;
const MOST_SEARCHED = 200;
/** A deposit may come so long after its order was created */
const AWAITED_MS = 7 * 24 * 3_600_000;

/** Returns deposits that belong to no order, the oldest first, each beside the orders that awaited one. */
export async function readClaims(context: ConsoleContext, { page = '1' }: ClaimsInput): Promise<Claims> {
  const { database } = context;
  const rows = await unattributedDeposits(database).list({ limit: PAGE + 1, offset: (Number(page) - 1) * PAGE });
  const deposits: Claims['deposits'] = [];
  for (const deposit of rows.slice(0, PAGE)) {
    const claims = await listClaimsOfDeposit(database, deposit);
    const candidates = await listAwaitingOrders(database, {
      instrument: deposit.instrument,
      network: deposit.network,
      from: deposit.detected_at - AWAITED_MS,
      to: deposit.detected_at,
      limit: MOST_SEARCHED,
    });
    const orders = candidates.map((order) => ({ order, claim: claims.find(({ order_id }) => order_id === order.id) ?? null }));
    const nearest = orders.toSorted((left, right) => compareCandidates(deposit, left, right)).slice(0, MOST_ORDERS);
    deposits.push({
      deposit: presentDeposit(context, deposit),
      orders: nearest.map(({ order, claim }) => presentCandidate(deposit, order, claim)),
    });
  }
  return { deposits, nextPage: rows.length > PAGE ? Number(page) + 1 : null };
}

interface Candidate {
  order: AwaitingOrder;
  claim: DepositClaimRow | null;
}

/** Those that claimed the transfer come first, then the nearest amount. */
function compareCandidates(deposit: DepositRow, left: Candidate, right: Candidate): number {
  const claimed = Number(right.claim !== null) - Number(left.claim !== null);
  if (claimed !== 0) return claimed;
  const distance = ({ order }: Candidate) => amount(deposit.amount).minus(amount(order.claimed_deposit_amount)).abs();
  return distance(left).cmp(distance(right));
}

function presentCandidate(deposit: DepositRow, order: AwaitingOrder, claim: DepositClaimRow | null) {
  const isHeld = claim?.state === 'HELD';
  return {
    orderId: order.id,
    status: order.status,
    claimedAmount: order.claimed_deposit_amount,
    depositMemo: order.deposit_memo,
    createdAt: isoTime(order.created_at),
    hasClaimed: claim !== null,
    claimReason: claim?.reason ?? null,
    attribute: offer('attribute', { transfer: transferOf(deposit), orderId: order.id }),
    reject: isHeld ? offer('reject', { txHash: deposit.tx_hash, orderId: order.id }) : null,
  };
}
