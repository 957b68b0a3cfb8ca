import { useIntl } from 'react-intl';
import { useHydrated } from '../../useHydrated.ts';

/**
 * A moment in the customer's own time zone. The server does not know it and renders UTC, in the same shape, so that the
 * figures change once after the page is taken over and nothing moves.
 */
export function LocalTime({ at, format = 'time' }: { at: string; format?: 'time' | 'dateTime' }) {
  const { formatTime, formatDate } = useIntl();
  const isTakenOver = useHydrated();
  const zone = isTakenOver ? {} : { timeZone: 'UTC' };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone } as const;
  const text = format === 'time' ? formatTime(at, clock) : formatDate(at, { day: 'numeric', month: 'short', ...clock });
  return <time dateTime={at}>{text}</time>;
}
