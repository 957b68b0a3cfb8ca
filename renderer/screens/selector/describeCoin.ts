import { isMoney } from '../../../contract/fiat/money.ts';
import type { IntlShape } from 'react-intl';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { amount, round } from '../../../contract/money.ts';
import { formatAmount } from '../../../contract/formatAmount.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { inactiveOn } from '../../stores/exchange/inactiveSide.ts';
import type { CoinRowView } from '../../components/coins/CoinRow.tsx';
import { coinLogo, confirmationSeconds, networkName, payoutSeconds, tokenStandard } from '../coins/coinViews.ts';
import { durationText } from '../coins/useDuration.ts';

interface Choice {
  side: 'send' | 'receive';
  /** The coin of the other side. Choosing it swaps the sides (§5). */
  otherSlug: string;
  locale: LocaleCode;
  formatMessage: IntlShape['formatMessage'];
}

const REASONS = {
  MAINTENANCE: 'selector.maintenance',
  NETWORK_UNAVAILABLE: 'selector.networkUnavailable',
  NOT_CONFIGURED: 'selector.notConfigured',
  NETWORK_CONGESTED: 'selector.networkCongested',
  NO_RESERVE: 'selector.noReserve',
} as const;

/** Returns a row of the coin selector: ticker, network, name, network fee, duration, and why it can't be chosen. */
export function describeCoin(
  instrument: Instrument | undefined,
  { side, otherSlug, locale, formatMessage }: Choice,
): CoinRowView {
  if (!instrument) return { logo: { ticker: '?', source: null }, ticker: '', place: '', detail: '' };
  const { currencyTitle, currencyFriendlyTitle, slug } = instrument;
  const reason = inactiveReason(instrument, side, formatMessage);
  const detail = [
    isMoney(slug) ? new Intl.DisplayNames(locale, { type: 'currency' }).of(currencyTitle) : currencyFriendlyTitle,
    tokenStandard(instrument),
    slug === otherSlug ? formatMessage({ id: 'selector.swaps' }) : null,
  ];
  return {
    logo: coinLogo(instrument),
    ticker: currencyTitle,
    place: isMoney(slug)
      ? formatMessage({ id: 'exchange.byCard' })
      : formatMessage({ id: 'selector.place' }, { network: networkName(instrument) }),
    detail: detail.filter(Boolean).join(' · '),
    ...(reason === null ? costs(instrument, { side, locale, formatMessage }) : { unavailableReason: reason }),
  };
}

/** Returns the network fee of this side (D53) and below it the duration, or the only one that the host states. */
function costs(
  instrument: Instrument,
  { side, locale, formatMessage }: Omit<Choice, 'otherSlug'>,
): Pick<CoinRowView, 'aside' | 'asideLabel' | 'asideDetail'> {
  if (isMoney(instrument.slug)) return {};
  const seconds = side === 'send' ? confirmationSeconds(instrument) : payoutSeconds(instrument);
  const time =
    seconds === null
      ? undefined
      : formatMessage({ id: 'exchange.next.time' }, { time: durationText({ formatMessage }, seconds) });
  const fee = side === 'send' ? instrument.collectionFeeUsd : instrument.payoutFeeUsd;
  if (fee === undefined) return { aside: time };
  const usd = formatAmount(round(amount(fee), 2, 'up').toFixed(2), locale);
  return {
    aside: formatMessage({ id: 'exchange.aboutUsd' }, { amount: usd }),
    asideLabel: formatMessage({ id: 'selector.fee' }),
    asideDetail: time,
  };
}

function inactiveReason(instrument: Instrument, side: Choice['side'], formatMessage: Choice['formatMessage']): string | null {
  const inactive = inactiveOn(instrument, side);
  // Money has no network. The card provider's terms say which is taken.
  if (!inactive || isMoney(instrument.slug)) return null;
  const known = Object.entries(REASONS).find(([name]) => name === inactive.reason);
  return formatMessage({ id: known?.[1] ?? 'selector.inactive' });
}
