import { useContext } from 'react';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { formatAmount, formatPrice } from '../../../contract/formatAmount.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { RecordedCoin } from '../../stores/deviceOrders/orderRecords.ts';
import { useStores } from '../../StoresContext.tsx';
import { CoinDecimalsContext } from './CoinDecimalsContext.ts';

type Coin = Pick<Instrument, 'currencyTitle'> & Partial<Pick<Instrument, 'slug'>>;

/** Returns the coin of a stored order for {@link money}. */
export const recordedCoin = ({ slug, ticker }: RecordedCoin): Coin => ({ slug, currencyTitle: ticker });

/** Returns "3,483.9 USDT" with a non-breaking space, and at least `decimals` decimals. */
export function money(amount: Decimal, { currencyTitle }: Coin, locale: LocaleCode, decimals?: number): string {
  return `${formatAmount(amount, locale, decimals)}\u00a0${currencyTitle}`;
}

/** Returns a rounded price with its coin, for display only. */
export function price(value: Decimal, { currencyTitle }: Coin, locale: LocaleCode): string {
  return `${formatPrice(value, locale)}\u00a0${currencyTitle}`;
}

/** Returns {@link money} and a plain number format in the customer's language, with the decimals of the page. */
export function useMoney() {
  const { code } = useStores().locale;
  const decimals = useContext(CoinDecimalsContext);
  const decimalsOf = ({ slug = '' }: Coin): number | undefined => decimals[slug];
  return {
    money: (amount: Decimal, coin: Coin) => money(amount, coin, code, decimalsOf(coin)),
    price: (value: Decimal, coin: Coin) => price(value, coin, code),
    /** An amount without its coin. */
    figure: (amount: Decimal, coin: Coin) => formatAmount(amount, code, decimalsOf(coin)),
    /** A percentage with two decimals. */
    percent: (value: Decimal) => `${formatAmount(value, code, 2)}\u00a0%`,
  };
}
