import { hashOf } from '../../contract/signature.ts';
import type { ReceiptDocument } from '../../contract/guarantee.ts';
import type { Executor } from '../db/database.ts';
import { listDeposits } from '../db/repositories/deposits.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { listOutboxRows } from '../db/repositories/outbox.ts';
import { listSignedDocuments } from '../db/repositories/signedDocuments.ts';
import type { OutboxRow } from '../db/tables/orders.ts';
import type { OrderContext } from '../orders/context.ts';
import { OrderMovedError } from '../orders/machine.ts';
import { orderNames } from './guarantee.ts';
import { storeDocument } from './signedDocuments.ts';

const iso = (at: number): string => new Date(at).toISOString();

/**
 * Signs how an order ended, in the transaction that ends it; and once more, with the next number, when a payment that
 * came besides was sent back afterwards (D6). Does nothing before the end. Throws OrderMovedError when somebody else
 * wrote the same number: the caller's transaction must not commit, and is tried again.
 */
export async function issueReceipt(context: OrderContext, transaction: Executor, orderId: string): Promise<void> {
  const order = await findOrder(transaction, orderId);
  if (!order || order.ended_at === null || (order.status !== 'COMPLETED' && order.status !== 'REFUNDED')) return;
  const deposits = await listDeposits(transaction, orderId);
  const sends = (await listOutboxRows(transaction, orderId)).filter(({ state }) => state === 'CONFIRMED');
  const documents = await listSignedDocuments(transaction, orderId);
  const guarantee = documents.find(({ kind }) => kind === 'GUARANTEE');
  const number = documents.filter(({ kind }) => kind === 'RECEIPT').length + 1;
  const isCompleted = order.status === 'COMPLETED';
  const receipt = context.signer.signReceipt({
    kind: 'receipt',
    ...orderNames(context, order),
    number: String(number),
    outcome: order.status,
    issuedAt: iso(context.now()),
    endedAt: iso(order.ended_at),
    guaranteeHash: guarantee ? hashOf(JSON.parse(guarantee.document)) : null,
    settledPrice: isCompleted ? order.settled_price : null,
    networkFee: isCompleted ? order.payout_network_fee : null,
    platformFee: isCompleted ? order.payout_platform_fee : null,
    deposits: deposits
      .filter((deposit) => deposit.booked_at !== null && deposit.is_gone === 0)
      .map(({ instrument, amount, tx_hash, role }) => ({ instrument, amount, txHash: tx_hash, use: role ?? 'ORDER' })),
    withdrawals: sends.filter(({ kind }) => kind === 'PAYOUT').flatMap(sentOf),
    refunds: sends.filter(({ kind }) => kind === 'REFUND').flatMap(sentOf),
  });
  if (!(await storeDocument(transaction, { orderId, kind: 'RECEIPT', number, signed: receipt, now: context.now() }))) {
    throw new OrderMovedError(orderId);
  }
}

function sentOf({ instrument, amount, tx_hash, confirmed_at }: OutboxRow): ReceiptDocument['withdrawals'] {
  return tx_hash === null || confirmed_at === null
    ? []
    : [{ instrument, amount, txHash: tx_hash, confirmedAt: iso(confirmed_at) }];
}
