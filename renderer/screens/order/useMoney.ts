import type { Instrument } from '../../../contract/api/instruments.ts';
import { amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import { formatAmount } from '../../../contract/formatAmount.ts';
import type { LocaleCode } from '../../i18n/locales.ts';
import { useStores } from '../../StoresContext.tsx';

/** Returns "3,483.9 USDT" with a non-breaking space. */
export function money(amount: Decimal, { currencyTitle }: Pick<Instrument, 'currencyTitle'>, locale: LocaleCode): string {
  return `${formatAmount(amount, locale)}\u00a0${currencyTitle}`;
}

const PRICE_DIGITS = 8;

/** Returns a price with about eight digits, for display only. */
function readable(price: Decimal): Decimal {
  const [whole = '0', fraction = ''] = price.split('.');
  const leadingZeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const wholeDigits = whole === '0' ? 0 : whole.length;
  return roundToDecimal(amount(price), Math.max(2, PRICE_DIGITS - wholeDigits) + leadingZeros, 'down');
}

/** {@link money} of a price with fewer digits. */
export function price(value: Decimal, instrument: Pick<Instrument, 'currencyTitle'>, locale: LocaleCode): string {
  return money(readable(value), instrument, locale);
}

/** Returns {@link money} and a plain number format in the customer's language. */
export function useMoney() {
  const { code } = useStores().locale;
  return {
    money: (amount: Decimal, instrument: Pick<Instrument, 'currencyTitle'>) => money(amount, instrument, code),
    price: (value: Decimal, instrument: Pick<Instrument, 'currencyTitle'>) => price(value, instrument, code),
    figure: (amount: Decimal) => formatAmount(amount, code),
  };
}
