import { useIntl } from 'react-intl';
import type { Instrument } from '../../../contract/api/instruments.ts';
import type { Decimal } from '../../../contract/money.ts';
import { formatAmount } from '../../../contract/formatAmount.ts';
import { shortAmount } from '../../i18n/shortAmount.ts';
import { useStores } from '../../StoresContext.tsx';
import { networkName } from '../coins/coinViews.ts';

/** Formats amounts and coins of the form in the customer's language. */
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
  // Formatting is the largest cost of a keystroke, so values are formatted only on demand.
  const nameOf = (instrument: Instrument | null, own: string): string => (from === to && instrument ? place(instrument) : own);
  return {
    formatMessage,
    from,
    to,
    /** Names that distinguish the two coins even with equal tickers: "USDT on TRON". */
    names: () => ({ from: nameOf(exchange.sendInstrument, from), to: nameOf(exchange.receiveInstrument, to) }),
    exact,
    short,
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
