import { useIntl } from 'react-intl';
import { useStores } from '../../StoresContext.tsx';
import { useHydrated } from '../../useHydrated.ts';

/**
 * A time in the customer's time zone; a date has the year if it is not this one. Its title is the whole date with the zone. The server
 * does not know the zone and renders UTC in the same format. After hydration only the digits change, and the layout stays.
 */
export function LocalTime({ at, format = 'time' }: { at: string; format?: 'time' | 'dateTime' }) {
  const { formatTime, formatDate } = useIntl();
  const { clock: now } = useStores();
  const isHydrated = useHydrated();
  const zone = isHydrated ? {} : { timeZone: 'UTC' };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone } as const;
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now.now()).getUTCFullYear();
  const date = { day: 'numeric', month: 'short', ...(!isThisYear && ({ year: 'numeric' } as const)) } as const;
  const text = format === 'time' ? formatTime(at, clock) : formatDate(at, { ...date, ...clock });
  return (
    <time dateTime={at} title={formatDate(at, { dateStyle: 'long', timeStyle: 'long', ...zone })}>
      {text}
    </time>
  );
}
