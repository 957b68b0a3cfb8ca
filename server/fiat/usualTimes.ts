import type { FiatTerms } from '../../contract/schemas/fiat.ts';
import type { OrderEventKind } from '../../contract/order.ts';
import { COUNTED_CASES, usualSeconds } from '../common/usualSeconds.ts';
import type { Executor } from '../db/database.ts';
import { listDelivered, listPurchaseEvents } from '../db/repositories/fiat/cardPurchases.ts';

/** Returns how long the last purchases of this host took, from the payment's start to the bank's answer, and from there to the delivery. */
export async function readUsualTimes(executor: Executor): Promise<NonNullable<FiatTerms['usual']>> {
  const ids = await listDelivered(executor, COUNTED_CASES);
  const events = Map.groupBy(await listPurchaseEvents(executor, ids), ({ purchase_id: id }) => id);
  const between = (from: OrderEventKind, to: OrderEventKind): number | null =>
    usualSeconds(
      [...events.values()].flatMap((own) => {
        const at = (wanted: OrderEventKind) => own.find(({ kind }) => kind === wanted)?.created_at;
        const [begun, ended] = [at(from), at(to)];
        return begun === undefined || ended === undefined ? [] : [Number(ended) - Number(begun)];
      }),
    );
  return {
    confirmSeconds: between('DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED'),
    deliverSeconds: between('INCOMING_FUNDS_DETECTED', 'WITHDRAWAL_COMPLETED'),
  };
}
