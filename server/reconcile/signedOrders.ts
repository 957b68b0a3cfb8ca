import type { GuaranteeDocument, ReceiptDocument } from '../../contract/signedDocuments/guarantee.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { compare, isDecimal, subtract } from '../../contract/money.ts';
import { hashOf, orderTokenHash, refundAddressHash } from '../../contract/signedDocuments/signature.ts';
import type { AuditedOrder } from '../db/repositories/audit.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { isCustomerSend } from '../payments/outbox/enqueue.ts';
import { findUnsignedChange, termsOf, type SignedTerms } from '../orders/lifecycle/signedTerms.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';

type Context = Pick<ReconcileContext, 'catalogue'>;

const ADVICE = 'Somebody changed the database. Stop the host, and compare it with a backup and with the customer’s documents.';

/**
 * Returns the differences between an order with its sends and what the host signed about it: guarantee, decisions and receipts.
 * The signing key is not in the database, so a change of the database can't change them unnoticed. `signed`: the documents whose
 * signatures were verified.
 */
export function checkSignedDocuments(
  context: Context,
  books: AuditedOrder,
  signed: readonly SignedDocumentTable[],
): Difference[] {
  const { order, documents } = books;
  const altered = documents
    .filter((row) => !signed.includes(row))
    .map((row) => documentAlarm(row, 'a signed document was changed'));
  const terms = termsOf(signed);
  const key = `order:${order.id}`;
  if (!terms.guarantee) {
    return [...altered, alarm(`document:${order.id}:GUARANTEE:1`, 'the guarantee of an order is missing', order.id, ADVICE)];
  }
  const changed = [...orderFields(books, terms.guarantee), ...refundAddressFields(books, terms)].flatMap(differingField);
  const fields = changed.map(({ field, howMuch }) =>
    alarm(`${key}:${field}`, `the ${field} of an order is not the one that was signed`, howMuch, ADVICE),
  );
  const sends = books.sends.filter(({ kind, state }) => isCustomerSend(kind) && state !== 'CANCELLED');
  const unsigned = sends.flatMap((row) => {
    const change = findUnsignedChange(context, order, row, terms);
    return change === null ? [] : [alarm(`send:${row.id}:signed`, 'a payment differs from what was signed', change, ADVICE)];
  });
  return [...altered, ...fields, ...unsigned, ...checkReceipts(books, terms.guarantee)];
}

function documentAlarm({ order_id, kind, number }: SignedDocumentTable, what: string): Difference {
  return alarm(`document:${order_id}:${kind}:${number}`, what, `${kind} ${number} of order ${order_id}`, ADVICE);
}

type Field = [field: string, actual: unknown, signed: unknown];

/** Amounts are compared by value, everything else as it is. */
function differingField([field, actual, signed]: Field): { field: string; howMuch: string }[] {
  if (actual === signed) return [];
  if (isDecimal(actual) && isDecimal(signed) && compare(actual, signed) === 0) return [];
  return [{ field, howMuch: `${JSON.stringify(actual)} instead of ${JSON.stringify(signed)}` }];
}

function orderFields({ order }: AuditedOrder, guarantee: GuaranteeDocument): Field[] {
  const time = (at: number | null): string | null => (at === null ? null : isoTime(at));
  const { settlement } = order;
  const isFixed = guarantee.rateMode === 'FIXED' && order.acceptance === null;
  return [
    ['instrument_from', order.instrument_from, guarantee.instrumentFrom.slug],
    ['instrument_to', order.instrument_to, guarantee.instrumentTo.slug],
    ['network_from', order.network_from, guarantee.instrumentFrom.network.slug],
    ['network_to', order.network_to, guarantee.instrumentTo.network.slug],
    // The memo is text: 7 differs from 7.0.
    [
      'destination',
      JSON.stringify([order.destination_address, order.destination_memo]),
      JSON.stringify([guarantee.destinationAddress, guarantee.destinationAddressMemo]),
    ],
    [
      'deposit address',
      JSON.stringify([order.deposit_address, order.deposit_memo]),
      JSON.stringify([guarantee.depositAddress, guarantee.depositAddressMemo]),
    ],
    ['claimed_deposit_amount', order.claimed_deposit_amount, guarantee.claimedDepositAmount],
    ['amount_to_get', order.amount_to_get, guarantee.amountToGet],
    ['price', order.price, guarantee.price],
    ['network_fee', order.network_fee, guarantee.networkFee],
    ['collection_fee', order.collection_fee, guarantee.collectionFee],
    ['platform_fee', order.platform_fee, guarantee.platformFee],
    ['platform_fee_percent', order.platform_fee_percent, guarantee.platformFeePercent],
    ['premium_percent', order.premium_percent, guarantee.fixedPremiumPercent],
    ['rate_mode', order.rate_mode, order.acceptance ? 'FLOATING' : guarantee.rateMode],
    ['min_confirmations', String(order.min_confirmations), guarantee.minConfirmations],
    ['created_at', time(order.created_at), guarantee.createdAt],
    ['expires_at', time(order.expires_at), guarantee.expiresAt],
    ['confirm_by', time(order.confirm_by), guarantee.confirmBy],
    ['order token', signedTokenHash(order), guarantee.orderTokenHash],
    ...(settlement && isFixed
      ? ([
          ['settled price', settlement.price, guarantee.price],
          ['settled network fee', settlement.network_fee, guarantee.networkFee],
          ['settled collection fee', settlement.collection_fee, guarantee.collectionFee],
        ] satisfies Field[])
      : []),
  ];
}

/** A restored order has what its guarantee signs. A later order signs that as if it were the token's hash. */
function signedTokenHash({ id, order_token_hash: hash, restored_at, first_order_id }: AuditedOrder['order']): string | null {
  const isSigned = restored_at !== null && first_order_id === null;
  return hash === null || isSigned ? hash : orderTokenHash(id, hash);
}

/** The order's refund address is the last one that was named for it, or else the one of the guarantee. */
function refundAddressFields({ order }: AuditedOrder, { guarantee, decisions }: SignedTerms): Field[] {
  if (!guarantee) return [];
  const { refund_address: address, refund_memo: memo } = order;
  const named = decisions.findLast(({ refundId }) => refundId === null);
  const hashOrNull = (to: string | null, tag: string | null) => (to === null ? null : refundAddressHash(order.id, to, tag));
  const signed = named ? hashOrNull(named.refundAddress, named.refundAddressMemo) : guarantee.refundPolicy.refundAddressHash;
  return [['refund address', hashOrNull(address, memo), signed]];
}

/** The receipts of an ended order are complete, and the last one agrees with it. Before the end there is none. */
function checkReceipts({ order, documents, sends, deposits }: AuditedOrder, guarantee: GuaranteeDocument): Difference[] {
  const receipts = documents.filter(({ kind }) => kind === 'RECEIPT');
  const isDue = order.ended_at !== null && (order.status === 'COMPLETED' || order.status === 'REFUNDED');
  if (!isDue) return receipts.map((row) => documentAlarm(row, `an order that is ${order.status} has a receipt`));
  const gap = receipts.findIndex(({ number }, index) => number !== index + 1);
  const last = receipts.at(-1);
  if (gap >= 0 || !last) {
    const number = gap < 0 ? 1 : gap + 1;
    return [
      alarm(`document:${order.id}:RECEIPT:${number}`, 'a receipt is missing', `receipt ${number} of order ${order.id}`, ADVICE),
    ];
  }
  const receipt = JSON.parse(last.document) as ReceiptDocument;
  const settlement = order.status === 'COMPLETED' ? order.settlement : null;
  const feeOf = (row: OutboxRow): string | null => {
    const extra = deposits.find(({ refund_id }) => refund_id === row.id);
    return extra ? subtract(extra.amount, row.amount) : (order.refund?.network_fee ?? null);
  };
  const confirmed = sends.filter(({ state }) => state === 'CONFIRMED');
  const fields: Field[] = [
    ['outcome', order.status, receipt.outcome],
    ['guarantee', hashOf(guarantee), receipt.guaranteeHash],
    ['end', isoTime(order.ended_at ?? 0), receipt.endedAt],
    ['settled price', settlement?.price ?? null, receipt.settledPrice],
    ['network fee', settlement?.network_fee ?? null, receipt.networkFee],
    ['platform fee', settlement?.platform_fee ?? null, receipt.platformFee],
    [
      'payouts',
      describeAll(
        confirmed.filter(({ kind }) => kind === 'PAYOUT'),
        () => null,
      ),
      describeSigned(receipt.withdrawals),
    ],
    [
      'refunds',
      describeAll(
        confirmed.filter(({ kind }) => kind === 'REFUND'),
        feeOf,
      ),
      describeSigned(receipt.refunds),
    ],
  ];
  return fields
    .flatMap(differingField)
    .map(({ field, howMuch }) => ({ ...documentAlarm(last, `the ${field} of an order differs from its receipt`), howMuch }))
    .map((one, index) => ({ ...one, key: `${one.key}:${index}` }));
}

interface SignedSend {
  instrument: string;
  amount: string;
  txHash: string;
  networkFee?: string;
  arrivedAmount?: string;
}

function describeAll(rows: readonly OutboxRow[], feeOf: (row: OutboxRow) => string | null): string {
  return describeSigned(
    rows.map((row) => {
      const networkFee = feeOf(row);
      return {
        instrument: row.instrument,
        amount: row.amount,
        txHash: row.tx_hash ?? 'none',
        ...(networkFee !== null && { networkFee }),
        ...(row.arrived_amount !== null && { arrivedAmount: row.arrived_amount }),
      };
    }),
  );
}

/** Returns the same text for the same payments in any order. `subtract` gives amounts their plain form. */
function describeSigned(sends: readonly SignedSend[]): string {
  const lines = sends.map(({ instrument, amount, txHash, networkFee, arrivedAmount }) => {
    const fee = networkFee === undefined ? '' : `, fee ${subtract(networkFee, '0')}`;
    const arrived = arrivedAmount === undefined ? '' : `, arrived ${subtract(arrivedAmount, '0')}`;
    return `${subtract(amount, '0')} ${instrument} in ${txHash}${fee}${arrived}`;
  });
  return lines.toSorted().join('; ') || 'none';
}
