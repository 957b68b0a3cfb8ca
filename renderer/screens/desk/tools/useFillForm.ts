import { useLocation, useNavigate } from 'react-router-dom';
import type { Decimal } from '../../../../contract/money.ts';
import type { AddressEntry } from '../../../../contract/schemas/trading.ts';
import { splitLocale } from '../../../../contract/paths/locales.ts';
import type { AddressField } from '../../../stores/exchange/DeliveryStore.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';

type SavedAddress = Pick<AddressEntry, 'instrumentSlug' | 'address' | 'memo'>;

interface Exchange {
  send: string;
  receive: string;
  amount?: Decimal | null;
}

/** Returns the path of the form for an exchange, without its language. */
export function exchangePath({ send, receive, amount = null }: Exchange): string {
  return `/exchange-${send}-${receive}${amount === null ? '' : `?amount=${amount}`}`;
}

/** Returns actions that show the form with an exchange or an address. */
export function useFillForm() {
  const { locale, instruments, exchange, delivery } = useStores(exchangeGroup);
  const navigate = useNavigate();
  const { pathname } = useLocation();

  const openExchange = async (wanted: Exchange): Promise<void> => {
    await navigate(locale.path(exchangePath(wanted)));
  };

  const fill = (field: AddressField, { address, memo }: SavedAddress): void => {
    const instrument = field === 'destination' ? exchange.receiveInstrument : exchange.sendInstrument;
    // A form that was just opened has not told the fields their coins yet.
    delivery.use(exchange.sendInstrument, exchange.receiveInstrument);
    void delivery.type(field, address, instrument);
    if (instrument?.requiresMemo) delivery[field].setMemo(memo ?? '');
  };

  return {
    openExchange,
    /** Opens the form for an exchange to a saved address. */
    openExchangeTo: async (wanted: Exchange, entry: SavedAddress): Promise<void> => {
      await openExchange(wanted);
      fill('destination', entry);
    },
    /** Fills an address into the field of its coin. If the form has other coins, the form receives this coin then. */
    fillInAddress: async (entry: SavedAddress, wanted?: AddressField): Promise<void> => {
      const { instrumentSlug } = entry;
      const field = wanted ?? fieldOf(exchange, instrumentSlug);
      const { path } = splitLocale(pathname);
      if (field && (path === '/' || path.startsWith('/exchange-'))) return fill(field, entry);
      const { from, to } = await instruments.loadDefaultPair();
      const send = [exchange.send, from, to].find((slug) => slug !== '' && slug !== instrumentSlug) ?? from;
      await openExchange(field === 'refund' ? exchange : { send, receive: instrumentSlug });
      fill(field ?? 'destination', entry);
    },
  };
}

/** Returns the field of the form that an address of a coin belongs to; null if the form has neither. */
export function fieldOf({ send, receive }: { send: string; receive: string }, instrumentSlug: string): AddressField | null {
  if (instrumentSlug === receive) return 'destination';
  return instrumentSlug === send ? 'refund' : null;
}
