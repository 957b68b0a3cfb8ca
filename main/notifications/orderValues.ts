import type { Order } from '../../contract/api/orders.ts';
import { formatAmount } from '../../contract/formatAmount.ts';
import { confirmationProgress, depositedAmount, ownDeposits, ownRefund, remainingAmount } from '../../contract/orderStage.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';

/** The values of the texts about an order: amounts in the format of the language, tickers, confirmations. */
export function orderValues(order: Order, locale: LocaleCode) {
  const { pair, withdrawals, amountToGet, claimedDepositAmount } = order;
  const sent = ownDeposits(order).length > 0 ? depositedAmount(order) : claimedDepositAmount;
  const { have, need } = confirmationProgress(order);
  const write = (amount: string): string => formatAmount(amount, locale);
  return {
    from: pair.instrumentFrom.currencyTitle,
    to: pair.instrumentTo.currencyTitle,
    sent: write(sent),
    rest: write(remainingAmount(order)),
    received: write(withdrawals.at(-1)?.amount ?? amountToGet),
    refund: write(ownRefund(order)?.amount ?? sent),
    have: String(have),
    need: String(need),
  };
}

/** Returns the path of an order's page, without the prefix of a language. */
export const orderPath = ({ orderId, destinationAddress }: Pick<Order, 'orderId' | 'destinationAddress'>): string =>
  `/order/${orderId}?${new URLSearchParams({ destinationAddress }).toString()}`;
