import { amount, compare, isPositive, type Decimal } from '../../contract/money.ts';
import { listTreasuryTransactions } from '../db/repositories/recovery/treasuryTransactions.ts';
import type { OrderTable } from '../db/tables/orders.ts';
import { sameRecipient } from '../instruments/addresses/index.ts';
import { networkOf } from '../instruments/lookup.ts';
import type { OutgoingTransfer } from '../ports/chain/chainGateway.ts';
import { openTransfersOf } from '../payments/listedTransaction.ts';
import type { RecoveryContext } from './recoveryContext.ts';

/** A transaction that may have completed or refunded a forgotten order. Amount in the instrument. */
export interface PossiblyPaid {
  network: string;
  txHash: string;
  instrument: string;
  amount: Decimal;
  address: string;
}

/** A refund is the deposit less network fees. What was less than this share of it paid something else. */
const LEAST_REFUND = amount('0.5');

type Terms = Pick<
  OrderTable,
  'instrument_from' | 'instrument_to' | 'destination_address' | 'destination_memo' | 'refund_address' | 'refund_memo'
>;

/**
 * Returns the treasury's transactions that may have paid a forgotten order: those to its destination or refund address, and those that may
 * be a refund of `deposited` to another address, which the customer may have named later. Transfers of payments that the books know
 * are left out. The amount of a payout is not compared: a floating rate is not signed.
 */
export async function findPossiblyPaid(
  context: Pick<RecoveryContext, 'database' | 'catalogue'>,
  terms: Terms,
  deposited: Decimal,
): Promise<PossiblyPaid[]> {
  const { instrument_from: from, instrument_to: to } = terms;
  const networks = new Set([networkOf(context, from).slug, networkOf(context, to).slug]);
  const found: PossiblyPaid[] = [];
  for (const network of networks) {
    for (const row of await listTreasuryTransactions(context.database, network, 0)) {
      const possible = openTransfersOf(row).filter((transfer) => mayHavePaid(context, terms, transfer, deposited));
      found.push(
        ...possible.map(({ instrumentSlug: instrument, amount: value, toAddress: address }) => {
          return { network, txHash: row.tx_hash, instrument, amount: value, address };
        }),
      );
    }
  }
  return found;
}

function mayHavePaid(
  context: Pick<RecoveryContext, 'catalogue'>,
  terms: Terms,
  transfer: OutgoingTransfer,
  deposited: Decimal,
): boolean {
  const isTo = (instrument: string, address: string | null, memo: string | null): boolean => {
    if (address === null || transfer.instrumentSlug !== instrument) return false;
    const network = networkOf(context, instrument);
    return sameRecipient(network, { address: transfer.toAddress, memo: transfer.memo }, { address, memo });
  };
  const { instrument_from: from, instrument_to: to } = terms;
  if (isTo(to, terms.destination_address, terms.destination_memo) || isTo(from, terms.refund_address, terms.refund_memo))
    return true;
  return (
    transfer.instrumentSlug === from &&
    isPositive(deposited) &&
    compare(transfer.amount, deposited) <= 0 &&
    amount(transfer.amount).gte(amount(deposited).times(LEAST_REFUND))
  );
}
