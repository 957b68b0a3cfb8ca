import type { IntlShape } from 'react-intl';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import type { FiatPurchase } from '../../../../contract/api/fiat.ts';
import type { Order } from '../../../../contract/api/orders.ts';
import type { Decimal } from '../../../../contract/money.ts';
import type { AttentionReason } from '../../../../contract/order.ts';
import type { LocaleCode } from '../../../../contract/paths/locales.ts';
import type { MessageId } from '../../../i18n/messages.ts';
import type { GuaranteeStore } from '../../../stores/order/GuaranteeStore.ts';
import type { OrderState } from '../../../stores/order/OrderStore.ts';
import {
  confirmationProgress,
  depositedAmount,
  isRateLost,
  orderStage,
  ownRefund,
  remainingAmount,
} from '../../../../contract/orderStage.ts';
import { paidOut } from '../../../../contract/orderTerms.ts';
import { concernedPayment, hasLeft } from './concernedPayment.ts';
import { orderDecimals } from '../../../../contract/orderDecimals.ts';
import { money } from '../useMoney.ts';

/** Returns what the customer must do or what is happening, for the page's heading and the document's title. */
export function orderTitle(order: Order, intl: IntlShape, locale: LocaleCode): string {
  if (order.fiat) return purchaseTitle(order, order.fiat, intl, locale);
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const decimals = orderDecimals(order);
  const written = (amount: Decimal, coin: Instrument): string => money(amount, coin, locale, decimals[coin.slug]);
  switch (orderStage(order)) {
    case 'awaitingDeposit': {
      if (isRateLost(order)) return intl.formatMessage({ id: 'order.title.rateLost' });
      const amount = written(order.claimedDepositAmount, from);
      return intl.formatMessage({ id: order.rateMode === 'FIXED' ? 'order.title.exact' : 'order.title.send' }, { amount });
    }
    case 'partlyPaid':
      return intl.formatMessage({ id: 'order.title.more' }, { amount: written(remainingAmount(order), from) });
    case 'depositSeen':
      return intl.formatMessage({ id: 'order.title.depositSeen' }, { amount: written(depositedAmount(order), from) });
    case 'confirming':
      return intl.formatMessage({ id: 'order.title.confirming' }, confirmationProgress(order));
    case 'processing':
      return intl.formatMessage({ id: 'order.title.processing' });
    case 'decision':
      return intl.formatMessage({ id: 'order.title.decision' });
    case 'payingOut':
    case 'refunding':
      return intl.formatMessage(
        { id: paymentTitle(order) },
        { what: concernedPayment(order), amount: written(paidOut(order), to) },
      );
    case 'completed':
      return intl.formatMessage({ id: 'order.title.completed' }, { amount: written(paidOut(order), to) });
    case 'refunded': {
      const back = ownRefund(order)?.amount ?? depositedAmount(order);
      return intl.formatMessage({ id: 'order.title.refunded' }, { amount: written(back, from) });
    }
    case 'expired':
      return intl.formatMessage({ id: 'order.title.expired' });
    case 'depositReorged':
      return intl.formatMessage({ id: 'order.title.depositReorged' });
  }
}

/** Returns the title of a card purchase. Its texts are loaded with its page. */
function purchaseTitle(order: Order, fiat: FiatPurchase, intl: IntlShape, locale: LocaleCode): string {
  const { instrumentTo: to } = order.pair;
  return intl.formatMessage(
    { id: `fiat.title.${fiat.isProcessing ? 'processing' : fiat.stage}` },
    {
      provider: fiat.providerName,
      amount: money(fiat.amount, { currencyTitle: fiat.currency }, locale),
      coins: money(order.withdrawals[0]?.amount ?? order.amountToGet, to, locale),
    },
  );
}

/** The title of each reason that stops the order's own payment. */
const STOPPED: Partial<Record<AttentionReason, MessageId>> = {
  PAYOUT_HELD: 'order.title.held',
  PAYOUT_FAILED: 'order.title.paymentFailed',
  DEPOSIT_REORGED: 'order.title.depositReorged',
  DEPOSIT_BLOCKED: 'order.title.depositBlocked',
  PAYOUT_DELAYED: 'order.title.delayed',
  REFUND_BLOCKED: 'order.title.blocked',
};

function paymentTitle(order: Order): MessageId {
  const isRefund = orderStage(order) === 'refunding';
  const concerned = concernedPayment(order);
  const stopped = order.attention && STOPPED[order.attention.reason];
  if (stopped && (concerned === 'payout' || concerned === 'refund')) return stopped;
  if (!hasLeft(order)) return isRefund ? 'order.title.refundRequested' : 'order.title.payoutRequested';
  return isRefund ? 'order.title.refunding' : 'order.title.payingOut';
}

/** Returns {@link orderTitle}, or a warning when the exchange did not sign what to send. */
export function titleOf(
  order: Order,
  { isSendingRefused }: Pick<GuaranteeStore, 'isSendingRefused'>,
  intl: IntlShape,
  locale: LocaleCode,
): string {
  return isSendingRefused ? intl.formatMessage({ id: 'guarantee.refused.title' }) : orderTitle(order, intl, locale);
}

/** Returns the document's title for every state of the page. */
export function pageTitle(
  { state, order }: { state: OrderState; order: Order | null },
  guarantee: Pick<GuaranteeStore, 'isSendingRefused'>,
  intl: IntlShape,
  locale: LocaleCode,
): string {
  switch (state) {
    case 'ready':
      return order ? titleOf(order, guarantee, intl, locale) : intl.formatMessage({ id: 'order.title.loading' });
    case 'destinationMissing':
    case 'destinationIncorrect':
      return intl.formatMessage({ id: 'order.title.destination' });
    case 'failed':
      return intl.formatMessage({ id: 'order.title.failed' });
    case 'idle':
    case 'loading':
      return intl.formatMessage({ id: 'order.title.loading' });
  }
}
