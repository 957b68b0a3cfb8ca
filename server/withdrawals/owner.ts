import { subtract } from '../../contract/money.ts';
import { ledgerBalance } from '../db/repositories/ledger.ts';
import { sumOpenReturns } from '../db/repositories/outbox.ts';
import type { PaymentContext } from '../payments/paymentContext.ts';
import type { PaymentOwner } from '../payments/owners.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import { findUnsignedWithdrawals, onWithdrawalConfirmed, returnBlocked, returnFailed } from './endWithdrawal.ts';

/** Returns the withdrawals as an owner of payments. A withdrawal that fails returns to the customer's balance. */
export function createWithdrawalPayments(context: PaymentContext & { readonly signer: DocumentSigner }): PaymentOwner {
  const { now } = context;
  return {
    kinds: { WITHDRAWAL: { capPrice: 'LAST', afterFailure: 'CANCELLED' } },
    verifySigned: async (_gateway, sends) => await findUnsignedWithdrawals(context, sends),
    reservedIn: async (executor, instrument) => await sumOpenReturns(executor, 'WITHDRAWAL', instrument),
    // The balances of customers: a liability, so the sum in the ledger is negative.
    undecidedIn: async (executor, instrument) => subtract('0', await ledgerBalance(executor, 'EARNINGS', instrument)),
    onConfirmed: async (transaction, send) => await onWithdrawalConfirmed(transaction, send, now()),
    onFailed: async (transaction, send) => await returnFailed(transaction, send, now()),
    onRefused: async (gateway, send) => await returnBlocked(context, gateway, send),
  };
}
