import { amount, roundToDecimal, ZERO, type Decimal } from '../../contract/money.ts';
import type { PurchaseStage } from '../../contract/fiat/cardPurchase.ts';
import { listPurchasedAmounts } from '../db/repositories/fiat/cardPurchases.ts';
import type { FiatContext } from './fiatContext.ts';

/** Purchases in these stages take nothing of what may be bought without documents. */
const WITHOUT_MONEY: readonly PurchaseStage[] = ['AWAITING_PAYMENT', 'DECLINED', 'CANCELLED', 'EXPIRED'];

/**
 * Returns what a customer has bought for in all, in a currency, rounded up. The limit without documents is cumulative. Other currencies
 * are converted at the last trusted price; without one they count one to one. The provider decides in the end.
 */
export async function usedAmount(
  { database, trustedPrice }: Pick<FiatContext, 'database' | 'trustedPrice'>,
  userId: number,
  currency: string,
): Promise<Decimal> {
  const purchased = await listPurchasedAmounts(database, userId, WITHOUT_MONEY);
  const total = purchased.reduce((sum, one) => {
    const [from, to] = [trustedPrice(one.currency), trustedPrice(currency)];
    const value = amount(one.amount);
    const isConverted = one.currency !== currency && from !== null && to !== null;
    return sum.plus(isConverted ? value.times(amount(from)).div(amount(to)) : value);
  }, ZERO);
  return roundToDecimal(total, 2, 'up');
}
