import type { ReceiptDocument } from '../../../contract/signedDocuments/guarantee.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { subtract } from '../../../contract/money.ts';
import { hashOf } from '../../../contract/signedDocuments/signature.ts';
import type { Executor } from '../../db/database.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { listSignedDocuments } from '../../db/repositories/signedDocuments.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import type { OrderContext } from '../core/context.ts';
import { isExtra } from '../rules/depositRules.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { wasRecipientBlocked } from '../core/orderSends.ts';
import { truncateUnrefunded } from '../deposits/truncateDeposits.ts';
import { documentHeader } from '../core/signGuarantee.ts';
import { storeDocument } from '../../guarantee/signedDocuments.ts';

/**
 * Issues the receipt of an ended order, in the transaction that ends it. Issues another one, with the next number, when an extra
 * deposit is refunded later (D6). Does nothing before the end.
 *
 * @throws ConcurrentUpdateError when another process wrote the same number: the caller must roll back and retry
 */
export async function issueReceipt(context: OrderContext, transaction: Executor, orderId: string): Promise<void> {
  const order = await findOrder(transaction, orderId);
  if (!order || order.ended_at === null || (order.status !== 'COMPLETED' && order.status !== 'REFUNDED')) return;
  const deposits = await listDeposits(transaction, orderId);
  const booked = deposits.filter((deposit) => deposit.booked_at !== null);
  // Truncated, because every response about the order contains the receipt.
  const listed = truncateUnrefunded(booked);
  const all = await listOutboxRows(transaction, orderId);
  const sends = all.filter(({ state }) => state === 'CONFIRMED');
  const documents = await listSignedDocuments(transaction, orderId);
  const guarantee = documents.find(({ kind }) => kind === 'GUARANTEE');
  const number = documents.filter(({ kind }) => kind === 'RECEIPT').length + 1;
  const settlement = order.status === 'COMPLETED' ? order.settlement : null;
  const receipt = context.signer.signReceipt({
    kind: 'receipt',
    ...documentHeader(context, order),
    number: String(number),
    outcome: order.status,
    issuedAt: isoTime(context.now()),
    endedAt: isoTime(order.ended_at),
    guaranteeHash: guarantee ? hashOf(JSON.parse(guarantee.document)) : null,
    settledPrice: settlement?.price ?? null,
    networkFee: settlement?.network_fee ?? null,
    platformFee: settlement?.platform_fee ?? null,
    deposits: listed.map((deposit) => ({
      instrument: deposit.instrument,
      amount: deposit.amount,
      txHash: deposit.tx_hash,
      use: isExtra(order, deposit) ? 'EXTRA' : 'ORDER',
    })),
    ...(wasRecipientBlocked(all) && { refundReason: 'RECIPIENT_BLOCKED' }),
    ...(listed.length < booked.length && { depositsLeftOut: String(booked.length - listed.length) }),
    withdrawals: sends.filter(({ kind }) => kind === 'PAYOUT').flatMap(withdrawalOf),
    refunds: sends.filter(({ kind }) => kind === 'REFUND').flatMap((send) => refundOf(order, deposits, send)),
  });
  if (!(await storeDocument(transaction, { orderId, kind: 'RECEIPT', number, signed: receipt, now: context.now() }))) {
    throw new ConcurrentUpdateError(orderId);
  }
}

function withdrawalOf(send: OutboxRow): ReceiptDocument['withdrawals'] {
  const { instrument, amount, arrived_amount, tx_hash, payment_proof, confirmed_at } = send;
  return tx_hash === null || confirmed_at === null
    ? []
    : [
        {
          instrument,
          amount,
          ...(arrived_amount !== null && { arrivedAmount: arrived_amount }),
          txHash: tx_hash,
          ...(payment_proof !== null && { paymentProof: payment_proof }),
          confirmedAt: isoTime(confirmed_at),
        },
      ];
}

/** Returns the receipt line of the order's own refund, or of the refund of one extra deposit. */
function refundOf(order: OrderRow, deposits: readonly DepositRow[], send: OutboxRow): ReceiptDocument['refunds'] {
  const extra = deposits.find((deposit) => deposit.refund_id === send.id);
  const deposit = extra ?? deposits.find((one) => !isExtra(order, one));
  return withdrawalOf(send).map((sent) => ({
    ...sent,
    networkFee: extra ? subtract(extra.amount, send.amount) : (order.refund?.network_fee ?? '0'),
    depositTxHash: deposit?.tx_hash ?? null,
  }));
}
