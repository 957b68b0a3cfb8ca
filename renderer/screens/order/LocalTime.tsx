import { useIntl } from 'react-intl';
import { useHydrated } from '../../useHydrated.ts';

/**
 * A time in the customer's time zone. The server does not know the zone and renders UTC in the same format. After hydration only
 * the digits change, and the layout stays.
 */
export function LocalTime({ at, format = 'time' }: { at: string; format?: 'time' | 'dateTime' }) {
  const { formatTime, formatDate } = useIntl();
  const isHydrated = useHydrated();
  const zone = isHydrated ? {} : { timeZone: 'UTC' };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone } as const;
  const text = format === 'time' ? formatTime(at, clock) : formatDate(at, { day: 'numeric', month: 'short', ...clock });
  return <time dateTime={at}>{text}</time>;
}
