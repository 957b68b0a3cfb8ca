import type { IntlShape } from 'react-intl';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { inactiveOn } from '../../stores/exchange/inactiveSide.ts';
import type { CoinRowView } from '../../components/coinList/CoinRow.tsx';
import { coinLogo, confirmationMinutes, networkName, payoutMinutes } from '../coins/coinViews.ts';

interface Choice {
  side: 'send' | 'receive';
  /** The coin of the other side. It can't be chosen on both sides (§5). */
  otherSlug: string;
  formatMessage: IntlShape['formatMessage'];
}

const REASONS = {
  MAINTENANCE: 'selector.maintenance',
  NETWORK_UNAVAILABLE: 'selector.networkUnavailable',
  NOT_CONFIGURED: 'selector.notConfigured',
  NETWORK_CONGESTED: 'selector.networkCongested',
  NO_RESERVE: 'selector.noReserve',
} as const;

/** Returns a row of the coin selector: ticker, network, name, duration, and why it can't be chosen. */
export function describeCoin(instrument: Instrument | undefined, { side, otherSlug, formatMessage }: Choice): CoinRowView {
  if (!instrument) return { logo: { ticker: '?', source: null }, ticker: '', place: '', detail: '' };
  const { currencyTitle, currencyFriendlyTitle, networkTitle, slug } = instrument;
  const minutes = side === 'send' ? confirmationMinutes(instrument) : payoutMinutes(instrument);
  const reason =
    slug === otherSlug ? formatMessage({ id: 'selector.otherSide' }) : inactiveReason(instrument, side, formatMessage);
  const title = networkTitle === currencyTitle ? currencyFriendlyTitle : `${currencyFriendlyTitle} · ${networkTitle}`;
  return {
    logo: coinLogo(instrument),
    ticker: currencyTitle,
    place: formatMessage({ id: 'selector.place' }, { network: networkName(instrument) }),
    detail: title,
    ...(minutes !== null && { aside: formatMessage({ id: 'selector.minutes' }, { minutes }) }),
    ...(reason !== null && { unavailableReason: reason }),
  };
}

function inactiveReason(instrument: Instrument, side: Choice['side'], formatMessage: Choice['formatMessage']): string | null {
  const inactive = inactiveOn(instrument, side);
  if (!inactive) return null;
  const known = Object.entries(REASONS).find(([name]) => name === inactive.reason);
  return formatMessage({ id: known?.[1] ?? 'selector.inactive' });
}
