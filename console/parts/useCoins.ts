import { formatAmount, formatPrice } from '../../contract/formatAmount.ts';
import type { Instrument } from '../../contract/api/instruments.ts';
import { coinLogo, networkName } from '../../renderer/screens/coins/coinViews.ts';
import type { CoinLogoProps } from '../../renderer/components/coins/CoinLogo.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';

const USD_DECIMALS = 2;

/** Returns the names, amounts and logos of coins. A coin that the catalogue does not list is shown by its slug. Use it in observers. */
export function useCoins() {
  const { instruments, locale } = useStores();
  const find = (slug: string): Instrument | undefined => instruments.bySlug.get(slug);
  const ticker = (slug: string): string => find(slug)?.currencyTitle ?? slug;
  const network = (slug: string): string | null => {
    const instrument = find(slug);
    return instrument ? networkName(instrument) : null;
  };
  const place = (slug: string): string => `${ticker(slug)} ${network(slug) ?? ''}`.trim();
  return {
    ticker,
    /** "USDT on TRON" is shown as ticker and network, because tickers are not unique. */
    network,
    /** "USDT TRON", for a line of text; "BTC@kraken" */
    place,
    /** The title of a network, by its own slug: "Ethereum" */
    networkTitle: (network: string): string => {
      const instrument = [...instruments.bySlug.values()].find((one) => one.network?.slug === network);
      return instrument ? networkName(instrument) : network;
    },
    logo: (slug: string): Pick<CoinLogoProps, 'ticker' | 'source' | 'network'> => {
      const instrument = find(slug);
      return instrument ? coinLogo(instrument) : { ticker: slug };
    },
    /** "14,200 USDT" */
    coinText: (amount: string, slug: string): string => `${formatAmount(amount, locale.code)}\u00a0${ticker(slug)}`,
    /** "$19,403.10", "−$1.25" */
    usdText: (amount: string): string =>
      `${amount.startsWith('-') ? '−' : ''}$${formatPrice(amount.replace('-', ''), locale.code, USD_DECIMALS)}`,
    number: (amount: string, decimals = 0): string => formatAmount(amount, locale.code, decimals),
  };
}
