import { useIntl } from 'react-intl';
import type { Instrument } from '../../../contract/api/instruments.ts';
import {
  COST_RISE_PERCENT,
  FIXED_AMOUNT_TOLERANCE_PERCENT,
  FIXED_RATE_LOCK_MS,
  MIN_CONFIRM_MS,
} from '../../../contract/limits.ts';
import type { Decimal } from '../../../contract/money.ts';
import { formatAmount, formatPrice } from '../../../contract/formatAmount.ts';
import { claimDecimals } from '../../stores/exchange/estimate.ts';
import type { Side } from '../../stores/exchange/ExchangeStore.ts';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { networkName } from '../coins/coinViews.ts';

const MINUTE_MS = 60_000;

/** Formats amounts and coins of the form in the customer's language. */
export function useExchangeTexts() {
  const { formatMessage } = useIntl();
  const { locale, exchange } = useStores(exchangeGroup);
  const ticker = (instrument: Instrument | null, slug: string): string => instrument?.currencyTitle ?? slug.toUpperCase();
  const from = ticker(exchange.sendInstrument, exchange.send);
  const to = ticker(exchange.receiveInstrument, exchange.receive);
  const exact = (amount: Decimal): string => formatAmount(amount, locale.code);
  const coin = (side: Side) =>
    side === 'send'
      ? { instrument: exchange.sendInstrument, ticker: from, amount: exchange.sendAmount }
      : { instrument: exchange.receiveInstrument, ticker: to, amount: exchange.receiveAmount };
  const computed = (side: Side, amount: Decimal): string => {
    const { instrument, ticker: unit } = coin(side);
    return `${formatAmount(amount, locale.code, instrument ? claimDecimals(instrument) : 0)}\u00a0${unit}`;
  };
  const place = (instrument: Instrument): string =>
    formatMessage({ id: 'exchange.coinOn' }, { ticker: instrument.currencyTitle, network: networkName(instrument) });
  // Formatting is the largest cost of a keystroke, so values are formatted only on demand.
  const nameOf = (instrument: Instrument | null, own: string): string => (from === to && instrument ? place(instrument) : own);
  return {
    formatMessage,
    from,
    to,
    /** Names that distinguish the two coins even with equal tickers: "USDT on TRON". */
    names: () => ({ from: nameOf(exchange.sendInstrument, from), to: nameOf(exchange.receiveInstrument, to) }),
    exact,
    /** The rules of an exchange that texts name (D5, D67) */
    rules: () => ({
      minutes: FIXED_RATE_LOCK_MS / MINUTE_MS,
      blockMinutes: MIN_CONFIRM_MS / MINUTE_MS,
      tolerance: exact(FIXED_AMOUNT_TOLERANCE_PERCENT),
      costs: exact(COST_RISE_PERCENT),
    }),
    /** A price with its own number of decimals. */
    price: (price: Decimal, decimals?: number) => formatPrice(price, locale.code, decimals),
    /** An amount rounded down to a number of decimals, as an estimate in a table. */
    rounded: (amount: Decimal, decimals: number) => formatPrice(amount, locale.code, decimals),
    /** A percentage with as many decimals as its place has. */
    percent: (percent: Decimal, decimals: number) => formatAmount(percent, locale.code, decimals),
    /** A computed amount with all decimals of the coin, so that its length never changes with the rate (D58). */
    computed,
    /** The amount of a side as its field shows it: as typed, or computed. Without an amount that can be exchanged, the coin. */
    amountOf: (side: Side): string => {
      const { amount, ticker: unit } = coin(side);
      if (amount === null || exchange.problem) return unit;
      return exchange.typedSide === side ? `${exact(amount)}\u00a0${unit}` : computed(side, amount);
    },
    send: (amount: Decimal) => `${exact(amount)}\u00a0${from}`,
    receive: (amount: Decimal) => `${exact(amount)}\u00a0${to}`,
    place,
    /** The network's term for its memo: at the start of a label, and within a sentence. */
    memo: (instrument: Instrument | null) => {
      const name = instrument?.network?.memoName ?? formatMessage({ id: 'exchange.memoName' });
      return { name, inSentence: name.charAt(0).toLowerCase() + name.slice(1) };
    },
  };
}
