import { useIntl } from 'react-intl';
import { formatAmount } from '../../../../../contract/formatAmount.ts';
import type { NewRateAlert, WatchedPair } from '../../../../../contract/schemas/trading.ts';
import { useStores } from '../../../../StoresContext.tsx';

/** Returns functions that name a pair ("BTC / USDT") and the condition of an alert ("rises above 92,000"). Call it in an observer. */
export function useAlertTexts() {
  const { formatMessage } = useIntl();
  const { instruments, locale } = useStores();
  const ticker = (slug: string): string => instruments.bySlug.get(slug)?.currencyTitle ?? slug.toUpperCase();
  return {
    pairOf: ({ from, to }: WatchedPair): string => `${ticker(from)} / ${ticker(to)}`,
    textOf: ({ kind, value }: Pick<NewRateAlert, 'kind' | 'value'>): string =>
      formatMessage({ id: `desk.alerts.is.${kind}` }, { value: formatAmount(value, locale.code) }),
  };
}
