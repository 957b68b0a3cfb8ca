import { useIntl } from 'react-intl';
import type { Instrument } from '../../../../../contract/api/instruments.ts';
import { formatAmount, formatPrice } from '../../../../../contract/formatAmount.ts';
import type { Decimal } from '../../../../../contract/money.ts';
import { CoinLogo } from '../../../../components/coins/CoinLogo.tsx';
import { BellIcon } from '../../../../components/icons/pageIcons.tsx';
import { toolsGroup } from '../../../../stores/desk/ToolStore.ts';
import { watchGroup } from '../../../../stores/desk/WatchStore.ts';
import { claimDecimals, marketPrice } from '../../../../stores/exchange/estimate.ts';
import { selectorGroup } from '../../../../stores/exchange/SelectorStore.ts';
import { exchangeGroup } from '../../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { coinLogo, networkName } from '../../../coins/coinViews.ts';
import { StarIcon, WindowIcon } from '../../deskIcons.tsx';
import { keysOf } from '../shortcuts.ts';
import { exchangePath, useFillForm } from '../useFillForm.ts';
import { modifierOf } from '../useShortcuts.ts';
import type { PaletteItem } from './paletteItem.ts';
import { readCoin, readExchange, type WantedExchange } from './readExchange.ts';
import { useQuote } from './useQuote.ts';

/** Returns the exchanges that the text can mean, with the alert and the watch list of the likeliest one. Call it in an observer. */
export function useExchangeItems(query: string): { items: PaletteItem[]; isExchange: boolean } {
  const { formatMessage } = useIntl();
  const { exchange, instruments, locale, platform, watch } = useStores(exchangeGroup, watchGroup);
  const { selector, tools } = useStores(selectorGroup, toolsGroup);
  const { openExchange } = useFillForm();
  const { watchList } = platform;

  const coins = { index: selector.index, bySlug: instruments.bySlug };
  const named = readExchange(query, coins, locale.code);
  const wanted = named.length > 0 ? named : withCoinOfForm(readCoin(query, coins, locale.code));
  const first = wanted[0];
  const quote = useQuote(first?.from.slug ?? '', first?.to.slug ?? '', first?.amount ?? null);

  /** The coins of the form with the one that was typed: to the coin that the form receives, and from the one that it sends. */
  function withCoinOfForm(typed: { coin: Instrument; amount: Decimal | null }[]): WantedExchange[] {
    const { sendInstrument: send, receiveInstrument: receive } = exchange;
    return typed
      .slice(0, 1)
      .flatMap(({ coin, amount }) => [
        ...(receive && receive.slug !== coin.slug ? [{ from: coin, to: receive, amount }] : []),
        ...(send && send.slug !== coin.slug && amount === null ? [{ from: send, to: coin, amount }] : []),
      ]);
  }

  const nameOf = (coin: Instrument, other: Instrument): string =>
    coin.currencyTitle === other.currencyTitle
      ? formatMessage({ id: 'exchange.coinOn' }, { ticker: coin.currencyTitle, network: networkName(coin) })
      : coin.currencyTitle;
  const titleOf = ({ from, to, amount }: WantedExchange): string => {
    const figure = amount === null ? '' : `${formatAmount(amount, locale.code)}\u00a0`;
    return formatMessage({ id: 'desk.palette.pair' }, { from: figure + nameOf(from, to), to: nameOf(to, from) });
  };
  const detailOf = ({ from, to }: WantedExchange, isFirst: boolean): string => {
    const networks = `${networkName(from)} → ${networkName(to)}`;
    if (!isFirst || !quote) return networks;
    const amount = formatAmount(quote.amountToGet, locale.code, claimDecimals(to));
    return `≈ ${amount}\u00a0${to.currencyTitle} · ${networks}`;
  };
  const modifier = modifierOf(platform.about);
  const { windows } = platform;
  const openIn = ({ from, to, amount }: WantedExchange) =>
    windows && (() => windows.open(locale.path(exchangePath({ send: from.slug, receive: to.slug, amount }))));

  const items = wanted.flatMap((one, place): PaletteItem[] => {
    const { from, to, amount } = one;
    const id = `exchange-${from.slug}-${to.slug}-${amount}`;
    const openWindow = openIn(one);
    const title = titleOf(one);
    const inForm: PaletteItem = {
      id,
      group: 'exchange',
      icon: <CoinLogo {...coinLogo(from)} />,
      title,
      detail: detailOf(one, place === 0),
      ...(place === 0 && { keys: ['Enter'] }),
      run: () => openExchange({ send: from.slug, receive: to.slug, amount }),
      runInWindow: openWindow,
    };
    if (place > 0 || !openWindow) return [inForm];
    const inWindow: PaletteItem = {
      id: `${id}-window`,
      group: 'exchange',
      icon: <WindowIcon />,
      title: formatMessage({ id: 'desk.palette.inWindow' }, { pair: title }),
      keys: [modifier, 'Enter'],
      run: openWindow,
    };
    return [inForm, inWindow];
  });

  const { sendInstrument, receiveInstrument } = exchange;
  const current = sendInstrument && receiveInstrument ? { from: sendInstrument, to: receiveInstrument } : null;
  const pair = first ?? current;
  if (!pair) return { items, isExchange: false };
  const slugs = { from: pair.from.slug, to: pair.to.slug };
  const coinsOfPair = { from: nameOf(pair.from, pair.to), to: nameOf(pair.to, pair.from) };
  const words = `${pair.from.currencyFriendlyTitle} ${pair.to.currencyFriendlyTitle}`;
  const isWatched = watch.has(slugs);
  return {
    isExchange: first !== undefined,
    items: [
      ...items,
      ...(platform.rateAlerts
        ? [
            {
              id: 'alert',
              group: 'watch' as const,
              icon: <BellIcon />,
              title: formatMessage({ id: 'desk.palette.alert' }, coinsOfPair),
              words,
              ...(quote && {
                detail: formatMessage({ id: 'desk.palette.now' }, { rate: formatPrice(marketPrice(quote), locale.code) }),
              }),
              ...(!first && { keys: keysOf('alerts', modifier) }),
              run: () => tools.open({ name: 'alerts', data: { pair: slugs } }),
            },
          ]
        : []),
      ...(watchList
        ? [
            {
              id: 'watch',
              group: 'watch' as const,
              icon: <StarIcon />,
              title: formatMessage({ id: isWatched ? 'desk.palette.unwatch' : 'desk.palette.watchPair' }, coinsOfPair),
              words,
              run: () => (isWatched ? watch.remove(slugs) : watch.add(slugs)),
            },
          ]
        : []),
    ],
  };
}
