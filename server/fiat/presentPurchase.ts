import { PURCHASE_FEES, type PurchaseStage } from '../../contract/fiat/cardPurchase.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { FiatPurchase } from '../../contract/schemas/fiat.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { maskEmail } from '../common/mask.ts';
import { listPurchaseEvents } from '../db/repositories/fiat/cardPurchases.ts';
import { findConfirmedEmail } from '../db/repositories/fiat/providerAccounts.ts';
import type { CardPurchaseEventTable, CardPurchaseRow } from '../db/tables/fiat.ts';
import { siteOf } from '../mail/renderMail.ts';
import { PROVIDER, type FiatContext } from './fiatContext.ts';

/** How long the customer can pay at the provider */
export const PAYMENT_MS = 60 * 60_000;
/** The provider waits 30 to 40 minutes for documents. */
const DOCUMENTS_MS = 30 * 60_000;

/** Reads the events of a purchase and returns it as an order. */
export async function presentPurchase(context: FiatContext, purchase: CardPurchaseRow): Promise<Order> {
  const events = await listPurchaseEvents(context.database, [purchase.id]);
  return orderOf(context, purchase, events, await findConfirmedEmail(context.database, purchase.user_id));
}

/** Turns the rows of a purchase into the answer of an order (§3): what it has no part of is empty. */
export function orderOf(
  context: FiatContext,
  purchase: CardPurchaseRow,
  events: readonly CardPurchaseEventTable[],
  email: string | null,
): Order {
  const { status } = purchase;
  const sentAt = events.find(({ kind }) => kind === 'FUNDS_WITHDRAWAL_START')?.created_at ?? null;
  const network = context.catalogue.instruments.get(purchase.instrument)?.network ?? '';
  const isSent = ['DELIVERING', 'DELIVERED'].includes(status);
  return {
    orderId: purchase.id,
    rateMode: 'FLOATING',
    pair: {
      instrumentFrom: context.presentInstrument(purchase.currency),
      instrumentTo: context.presentInstrument(purchase.instrument),
    },
    destinationAddress: purchase.destination_address,
    destinationAddressMemo: null,
    refundAddress: null,
    refundAddressMemo: null,
    userEmail: email === null ? null : maskEmail(email),
    createdAt: isoTime(purchase.created_at),
    expiresAt: isoTime(purchase.created_at + PAYMENT_MS),
    serverTime: isoTime(context.now()),
    claimedDepositAmount: purchase.amount,
    claimedPublicRate: { price: purchase.price },
    claimedNetworkFee: '0',
    platformFee_Absolute: '0',
    amountToGet: purchase.amount_to_get,
    depositAddress: '',
    depositAddressMemo: null,
    deposits: [],
    withdrawals: isSent
      ? [
          {
            amount: purchase.amount_to_get,
            sentAt: sentAt === null ? null : isoTime(sentAt),
            txHash: purchase.tx_hash,
            explorerUrl: purchase.tx_hash && (context.gateways.get(network)?.transactionUrl(purchase.tx_hash) ?? null),
          },
        ]
      : [],
    refunds: [],
    orderEvents: events.map(({ kind, created_at }) => ({ kind, createdAt: isoTime(created_at) })),
    minConfirmationsToWithdraw: 0,
    redirectUrl: canPay(status) ? purchase.redirect_url : null,
    legacyOrderId: purchase.legacy_order_id,
    isExpired: status === 'EXPIRED',
    fiat: fiatOf(context, purchase),
  };
}

/** Returns the page of a purchase on the site and in the language that it was created in; null: its site is not known. */
export function pageOf({ id, origin, locale }: Pick<CardPurchaseRow, 'id' | 'origin' | 'locale'>): string | null {
  return origin === '' ? null : `${siteOf(locale, origin)}/order/${id}`;
}

/** Whether the provider's page is still of use to the customer */
const canPay = (status: PurchaseStage): boolean => ['AWAITING_PAYMENT', 'AUTHORISING', 'VERIFYING'].includes(status);

function fiatOf({ settings }: FiatContext, purchase: CardPurchaseRow): FiatPurchase {
  const until = deadlineOf(purchase);
  return {
    provider: PROVIDER.code,
    providerName: PROVIDER.name,
    stage: purchase.status,
    stageSince: isoTime(purchase.status_at),
    deadline: until === null ? null : isoTime(until),
    amount: purchase.amount,
    currency: purchase.currency.toUpperCase(),
    fees: readFees(purchase.fees),
    reason: purchase.end_reason,
    isProcessing: purchase.is_processing === 1,
    wasHeld: purchase.was_held === 1,
    cardEnding: purchase.card_ending,
    reference: purchase.reference,
    supportEmail: settings.supportEmail,
    isSandbox: settings.access === null,
  };
}

/** Returns until when the customer can pay, or verify, in ms since 1970; null: nothing waits for the customer. */
export function deadlineOf({ status, created_at, status_at }: CardPurchaseRow): number | null {
  if (status === 'AWAITING_PAYMENT') return created_at + PAYMENT_MS;
  return status === 'VERIFYING' ? status_at + DOCUMENTS_MS : null;
}

function readFees(text: string): FiatPurchase['fees'] {
  const lines = JSON.parse(text) as FiatPurchase['fees'];
  return lines.filter(({ kind }) => PURCHASE_FEES.includes(kind));
}
