import { add } from '../../contract/money.ts';
import { sumOpenReturns } from '../db/repositories/outbox.ts';
import type { PaymentKind, PaymentOwner } from '../payments/owners.ts';
import type { OrderContext } from './core/context.ts';
import { sumReservations, sumUndecidedDeposits } from './core/reservations.ts';
import { createDepositInclusions } from './deposits/depositInclusion.ts';
import { listDueSweepsOfOrders } from './deposits/dueSweeps.ts';
import { completeSend, payRefundFromTreasury, replanFailedSweep } from './lifecycle/completeSend.ts';
import { refundUndeliverablePayout } from './lifecycle/cancelPayout.ts';
import { withOtherSides } from './lifecycle/otherSides.ts';
import { withFeeChecks } from './lifecycle/sendFees.ts';
import { findUnsignedSends } from './lifecycle/unsignedSends.ts';

/** An operator retries a failed payout or refund. A failed sweep is planned again as another one. */
const OF_LAST_PRICE: PaymentKind = { capPrice: 'LAST', afterFailure: 'FAILED' };

/** Returns the orders as an owner of payments: their payouts and refunds, and the sweeps of their deposit addresses. */
export function createOrderPayments(context: OrderContext): PaymentOwner {
  const inclusions = createDepositInclusions(context);
  return {
    kinds: {
      PAYOUT: { capPrice: 'CURRENT', afterFailure: 'FAILED' },
      REFUND: OF_LAST_PRICE,
      SWEEP: OF_LAST_PRICE,
      TOP_UP: OF_LAST_PRICE,
    },
    verifySigned: async (gateway, sends) => await findUnsignedSends(context, gateway, sends),
    listBackingChecks: async (sends) =>
      await withOtherSides(context, sends, await withFeeChecks(context, sends, await inclusions.listChecks(sends))),
    // A decided refund has no reservation. Other refunds than the treasury's leave the address of their own deposit.
    reservedIn: async (executor, instrument) =>
      add(await sumReservations(executor, instrument), await sumOpenReturns(executor, 'REFUND', instrument)),
    undecidedIn: async (executor, instrument) => await sumUndecidedDeposits(context, executor, instrument),
    listDueSweeps: async (network) => await listDueSweepsOfOrders(context, network),
    onConfirmed: async (transaction, send) => await completeSend(context, transaction, send),
    onFailed: async (transaction, send) => await replanFailedSweep(transaction, send, context.now()),
    onRefused: async (gateway, send, error) => {
      await payRefundFromTreasury(context, gateway, send, error);
      await refundUndeliverablePayout(context, gateway, send.id);
    },
  };
}
