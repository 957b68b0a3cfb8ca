import type { GuaranteeDocument } from '../../../contract/signedDocuments/guarantee.ts';
import { amount, compare, sum, toDecimal } from '../../../contract/money.ts';
import { refundAddressHash } from '../../../contract/signedDocuments/signature.ts';
import type { SignedDocumentTable } from '../../db/tables/documents.ts';
import type { OrderRow, Settlement } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { readDecisions, type DecisionRecord } from '../../guarantee/records.ts';
import { listSigned } from '../../guarantee/verifyStored.ts';
import { type Recipient, sameRecipient } from '../../instruments/addresses/index.ts';
import { type OrderContext } from '../core/context.ts';
import { instrumentOf, networkOf } from '../../instruments/lookup.ts';
import { isWithinTolerance } from '../rules/depositRules.ts';
import { priceAtFixedRate, type FixedTerms } from '../rules/fixedPrice.ts';
import { ownSendId } from '../core/orderSends.ts';

/** What the host signed about an order: its guarantee, null if there is none, and the refund addresses that were named later. */
export interface SignedTerms {
  guarantee: GuaranteeDocument | null;
  decisions: readonly DecisionRecord[];
}

/** Returns the terms in an order's documents. Ignores documents that this host did not sign. */
export async function readSignedTerms(
  publicKeys: readonly string[],
  documents: readonly SignedDocumentTable[],
): Promise<SignedTerms> {
  return termsOf(await listSigned(publicKeys, documents));
}

/** Returns the terms in documents whose signatures were verified. */
export function termsOf(signed: readonly SignedDocumentTable[]): SignedTerms {
  const guarantee = signed.find(({ kind }) => kind === 'GUARANTEE');
  return { guarantee: guarantee ? JSON.parse(guarantee.document) : null, decisions: readDecisions(signed) };
}

type Context = Pick<OrderContext, 'catalogue'>;

/**
 * Compares a payout or refund with what the host signed: purpose, coin, recipient, memo, service fee and, at a fixed rate, the
 * amount. Returns the first difference as text, or null.
 */
export function findUnsignedChange(context: Context, order: OrderRow, send: OutboxRow, terms: SignedTerms): string | null {
  const { guarantee } = terms;
  if (!guarantee) return 'the order has no guarantee that this host signed';
  if (!mayPay(order, send)) return `it is paid from address ${send.from_index}`;
  if (send.kind === 'PAYOUT') {
    if (send.id !== ownSendId('PAYOUT', order)) return 'it is a second payout of the order';
    return (
      wrongCoin(send, guarantee.instrumentTo.slug) ??
      wrongRecipient(context, order, send, terms) ??
      wrongPayout(context, order, send, guarantee)
    );
  }
  if (send.id !== ownSendId('REFUND', order)) return wrongRecipient(context, order, send, terms);
  return (
    wrongCoin(send, guarantee.instrumentFrom.slug) ?? wrongRecipient(context, order, send, terms) ?? wrongRefund(order, send)
  );
}

/** A payout leaves the treasury. A refund may also leave the address that holds its deposit (D8). */
function mayPay({ deposit_index }: OrderRow, { kind, from_index: index }: OutboxRow): boolean {
  return index === null || (kind === 'REFUND' && index === deposit_index);
}

function wrongCoin({ instrument }: OutboxRow, signed: string): string | null {
  return instrument === signed ? null : `it pays ${instrument}, signed is ${signed}`;
}

function wrongRecipient(context: Context, order: OrderRow, send: OutboxRow, terms: SignedTerms): string | null {
  const network = networkOf(context, send.instrument);
  const paid = { address: send.to_address, memo: send.memo };
  const isMatch = signedRecipients(order, send, terms).some((recipient) => sameRecipient(network, paid, recipient));
  return isMatch ? null : `it goes to ${send.to_address}${send.memo === null ? '' : ` (${send.memo})`}, which was not signed`;
}

/** Returns the recipients that a send may have. */
function signedRecipients(order: OrderRow, send: OutboxRow, { guarantee, decisions }: SignedTerms): Recipient[] {
  if (!guarantee) return [];
  if (send.kind === 'PAYOUT') return [{ address: guarantee.destinationAddress, memo: guarantee.destinationAddressMemo }];
  const own = decisions.findLast(({ refundId }) => refundId === send.id);
  if (own) return [recipientOf(own)];
  // An address is meant for the order's network only.
  if (send.network !== order.network_from) return [];
  const named = decisions.filter(({ refundId }) => refundId === null).map(recipientOf);
  const last = named.at(-1);
  if (send.id === ownSendId('REFUND', order) && last) return [last];
  // The refund of an extra deposit may have been decided before or after the order got another refund address.
  return [...named, ...firstRefundAddress(order, send, guarantee)];
}

function recipientOf({ refundAddress: address, refundAddressMemo: memo }: DecisionRecord): Recipient {
  return { address, memo };
}

/** Returns the refund address given at creation. The guarantee contains only its hash. */
function firstRefundAddress(order: OrderRow, send: OutboxRow, guarantee: GuaranteeDocument): Recipient[] {
  const candidates: Recipient[] = [{ address: send.to_address, memo: send.memo }];
  if (order.refund_address !== null) candidates.push({ address: order.refund_address, memo: order.refund_memo });
  const { refundAddressHash: signed } = guarantee.refundPolicy;
  return candidates.filter(({ address, memo }) => refundAddressHash(order.id, address, memo) === signed);
}

function wrongPayout(context: Context, order: OrderRow, send: OutboxRow, guarantee: GuaranteeDocument): string | null {
  const { settlement } = order;
  if (order.status !== 'PAYING_OUT' && order.status !== 'COMPLETED') return `the order is ${order.status}`;
  if (!settlement || compare(settlement.payout_amount, send.amount) !== 0) return 'its amount is not the price of the order';
  if (guarantee.rateMode !== 'FIXED' || order.acceptance) return wrongServiceFee(settlement, guarantee);
  const { precisionDecimals } = instrumentOf(context, send.instrument);
  const { payout } = priceAtFixedRate(signedFixedTerms(guarantee), settlement.amount, precisionDecimals);
  const isSigned =
    isWithinTolerance({ claimed_deposit_amount: guarantee.claimedDepositAmount }, settlement.amount) &&
    compare(payout, send.amount) === 0;
  return isSigned ? null : `it pays ${send.amount} ${send.instrument}, the signed fixed rate ${payout}`;
}

/** The rate of a floating order is not signed, but what the host takes of it is. */
function wrongServiceFee({ payout_amount, network_fee, platform_fee }: Settlement, guarantee: GuaranteeDocument): string | null {
  const { platformFeePercent } = guarantee;
  const whole = amount(sum([payout_amount, network_fee, platform_fee]));
  const most = whole.times(amount(platformFeePercent)).times(ROUNDED_FEE).div(HUNDRED);
  if (amount(platform_fee).lte(most)) return null;
  return `its service fee is ${platform_fee}, signed are ${platformFeePercent} % of ${toDecimal(whole)}`;
}

/** Price and fee are rounded, which can raise the fee of a coin with few decimals. */
const ROUNDED_FEE = amount('1.02');
const HUNDRED = amount('100');

export function signedFixedTerms(guarantee: GuaranteeDocument): FixedTerms {
  const { claimedDepositAmount: claimed, amountToGet, networkFee, platformFee } = guarantee;
  return { claimed, amountToGet, networkFee, platformFee };
}

function wrongRefund(order: OrderRow, send: OutboxRow): string | null {
  if (order.status !== 'REFUNDING' && order.status !== 'REFUNDED') return `the order is ${order.status}`;
  return order.refund && compare(order.refund.amount, send.amount) === 0 ? null : 'its amount is not the refund of the order';
}
