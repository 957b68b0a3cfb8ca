import { useIntl } from 'react-intl';
import type { Instrument } from '../../../contract/api/instruments.ts';
import type { Decimal } from '../../../contract/money.ts';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { shortAmount } from '../../i18n/shortAmount.ts';
import { useStores } from '../../StoresContext.tsx';
import { networkName } from '../coins/coinViews.ts';

/** How the form writes amounts and coins in the customer's language. */
export function useForm() {
  const { formatMessage } = useIntl();
  const { locale, exchange } = useStores();
  const ticker = (instrument: Instrument | null, slug: string): string => instrument?.currencyTitle ?? slug.toUpperCase();
  const from = ticker(exchange.sendInstrument, exchange.send);
  const to = ticker(exchange.receiveInstrument, exchange.receive);
  const exact = (amount: Decimal): string => formatAmount(amount, locale.code);
  const short = (amount: Decimal, direction: 'down' | 'up' = 'down'): string => exact(shortAmount(amount, direction));
  const place = (instrument: Instrument): string =>
    formatMessage({ id: 'exchange.coinOn' }, { ticker: instrument.currencyTitle, network: networkName(instrument) });
  // Formatting is what a keystroke costs most: only who needs a place has it made.
  const nameOf = (instrument: Instrument | null, own: string): string => (from === to && instrument ? place(instrument) : own);
  return {
    formatMessage,
    from,
    to,
    /** Names that tell the two coins apart, also when the tickers are one: "USDT on TRON". */
    names: () => ({ from: nameOf(exchange.sendInstrument, from), to: nameOf(exchange.receiveInstrument, to) }),
    exact,
    short,
    send: (amount: Decimal) => `${exact(amount)}\u00a0${from}`,
    receive: (amount: Decimal) => `${exact(amount)}\u00a0${to}`,
    place,
    /** What the network calls its memo: at the beginning of a label, and inside of a sentence. */
    memo: (instrument: Instrument | null) => {
      const name = instrument?.network?.memoName ?? formatMessage({ id: 'exchange.memoName' });
      return { name, inSentence: name.charAt(0).toLowerCase() + name.slice(1) };
    },
  };
}
