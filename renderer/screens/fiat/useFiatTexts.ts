import { formatAmount, formatPrice } from '../../../contract/formatAmount.ts';
import type { Decimal } from '../../../contract/money.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import { useStores } from '../../StoresContext.tsx';

const MONEY_DECIMALS = 2;

/** Returns the provider's name and formats of money. Call it in an observer. */
export function useFiatTexts() {
  const { cardTerms, locale } = useStores(cardTermsGroup);
  return {
    provider: cardTerms.terms?.providerName ?? '',
    /** "250 EUR": an amount of the form, or a limit */
    round: (amount: Decimal, currency: string) => `${formatAmount(amount, locale.code)}\u00a0${currency}`,
    /** "250.00 EUR": what is charged */
    exact: (amount: Decimal, currency: string) => `${formatAmount(amount, locale.code, MONEY_DECIMALS)}\u00a0${currency}`,
    /** A rounded price, for display only */
    price: (price: Decimal, currency: string) => `${formatPrice(price, locale.code)}\u00a0${currency}`,
  };
}
