import type { Order } from '../../../contract/schemas/orders.ts';
import type { DepositClaimRow } from '../../db/tables/orders.ts';
import { maskAddress } from '../../common/mask.ts';

type ShownClaim = NonNullable<Order['claims']>[number];

/** Decided claims in one answer, the newest */
const MAX_DECIDED = 5;
/** A claim names a transaction. If it has several transfers, the first of these states wins. */
const STATES = ['ATTRIBUTED', 'HELD', 'REJECTED'] as const satisfies DepositClaimRow['state'][];

/**
 * Returns the state of an order's claims: decided ones first, then those on hold. It reveals nothing about other orders. The
 * transaction hash is masked, because reading an order does not need its order pass (D3).
 */
export function shownClaims(claims: readonly DepositClaimRow[]): ShownClaim[] {
  const byTransaction = Map.groupBy(claims, ({ tx_hash }) => tx_hash);
  const shown = [...byTransaction].map(([txHash, rows]) => {
    const state = STATES.find((one) => rows.some((row) => row.state === one)) ?? 'HELD';
    return { txHash: maskAddress(txHash), state, decidedAt: Math.max(...rows.map(({ decided_at }) => decided_at ?? 0)) };
  });
  const [held, decided] = [shown.filter(({ state }) => state === 'HELD'), shown.filter(({ state }) => state !== 'HELD')];
  const newest = decided.toSorted((one, other) => one.decidedAt - other.decidedAt).slice(-MAX_DECIDED);
  return [...newest, ...held].map(({ txHash, state }) => ({ txHash, state }));
}
