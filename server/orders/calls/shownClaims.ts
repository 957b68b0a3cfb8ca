import type { Order } from '../../../contract/schemas/orders.ts';
import type { DepositClaimRow } from '../../db/tables/orders.ts';
import { maskAddress } from '../core/mask.ts';

type ShownClaim = NonNullable<Order['claims']>[number];

/** Of those that are decided; an answer stays short. */
const MOST_DECIDED = 5;
/** A customer names a transaction, and of several transfers in it one may be his. */
const STATES = ['ATTRIBUTED', 'HELD', 'REJECTED'] as const satisfies DepositClaimRow['state'][];

/**
 * What became of an order's claims, those that wait last. Nothing of anybody else's: not whose the payment is instead. Who
 * reads an order need not hold its pass, so the transaction is masked: enough to recognise what one has named oneself (D3).
 */
export function shownClaims(claims: readonly DepositClaimRow[]): ShownClaim[] {
  const byTransaction = Map.groupBy(claims, ({ tx_hash }) => tx_hash);
  const shown = [...byTransaction].map(([txHash, rows]) => {
    const state = STATES.find((one) => rows.some((row) => row.state === one)) ?? 'HELD';
    return { txHash: maskAddress(txHash), state, decidedAt: Math.max(...rows.map(({ decided_at }) => decided_at ?? 0)) };
  });
  const [waiting, decided] = [shown.filter(({ state }) => state === 'HELD'), shown.filter(({ state }) => state !== 'HELD')];
  const newest = decided.toSorted((one, other) => one.decidedAt - other.decidedAt).slice(-MOST_DECIDED);
  return [...newest, ...waiting].map(({ txHash, state }) => ({ txHash, state }));
}
