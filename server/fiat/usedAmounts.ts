import { tooManyRequests } from '../../contract/errors.ts';
import { amount, compare, roundToDecimal, ZERO, type Decimal } from '../../contract/money.ts';
import type { PurchaseStage } from '../../contract/fiat/cardPurchase.ts';
import type { Executor } from '../db/database.ts';
import { listPurchasedAmounts } from '../db/repositories/fiat/cardPurchases.ts';
import type { CardPurchaseRow } from '../db/tables/fiat.ts';
import type { FiatContext } from './fiatContext.ts';
import { PAYMENT_MS } from './presentPurchase.ts';
import { verificationNeeded } from './providerErrors.ts';

/** Purchases in these stages take nothing of what may be bought without documents. */
const WITHOUT_MONEY: readonly PurchaseStage[] = ['DECLINED', 'CANCELLED', 'EXPIRED'];
/** Purchases of a customer that wait for the payment at the same time */
const MOST_UNPAID = 3;

type UsedContext = Pick<FiatContext, 'trustedPrice' | 'now'>;

/** Returns the purchases that count: those with money, and those that the customer can still pay for. */
async function listCounted(executor: Executor, { now }: UsedContext, userId: number) {
  const purchases = await listPurchasedAmounts(executor, userId, WITHOUT_MONEY);
  return purchases.filter(({ status, created_at: at }) => status !== 'AWAITING_PAYMENT' || now() - at < PAYMENT_MS);
}

/**
 * Returns what a customer has bought for in all, in a currency, rounded up. The limit without documents is cumulative. Other currencies
 * are converted at the last trusted price; without one they count one to one. The provider decides in the end.
 */
export async function usedAmount(executor: Executor, context: UsedContext, userId: number, currency: string): Promise<Decimal> {
  const { trustedPrice } = context;
  const total = (await listCounted(executor, context, userId)).reduce((sum, one) => {
    const [from, to] = [trustedPrice(one.currency), trustedPrice(currency)];
    const value = amount(one.amount);
    const isConverted = one.currency !== currency && from !== null && to !== null;
    return sum.plus(isConverted ? value.times(amount(from)).div(amount(to)) : value);
  }, ZERO);
  return roundToDecimal(total, 2, 'up');
}

/**
 * Checks the limits of a customer with a purchase that was just inserted, in its transaction, in which the user is locked.
 *
 * @throws ERR_TOO_MANY_REQUESTS for a fourth one without a payment, ERR_NOT_ACCEPTABLE (KYC_NEEDED) above `threshold`; null: no limit
 */
export async function checkLimitsWith(
  transaction: Executor,
  context: UsedContext,
  { user_id, currency }: Pick<CardPurchaseRow, 'user_id' | 'currency'>,
  threshold: Decimal | null,
): Promise<void> {
  const times = (await listCounted(transaction, context, user_id)).flatMap((one) =>
    one.status === 'AWAITING_PAYMENT' ? [one.created_at] : [],
  );
  if (times.length > MOST_UNPAID) {
    const seconds = Math.ceil((Math.min(...times) + PAYMENT_MS - context.now()) / 1_000);
    throw tooManyRequests('Three purchases wait for your payment. Pay for one of them, or wait until one is over.', seconds);
  }
  if (threshold === null) return;
  if (compare(await usedAmount(transaction, context, user_id, currency), threshold) > 0) throw verificationNeeded();
}
