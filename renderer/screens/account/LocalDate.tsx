import { useIntl } from 'react-intl';
import { useHydrated } from '../../useHydrated.ts';
import { useStores } from '../../StoresContext.tsx';

/** A date in the customer's time zone, with the year if it is not this one. The server renders it in UTC, as `LocalTime` does. */
export function LocalDate({ at }: { at: string }) {
  const { formatDate } = useIntl();
  const { clock } = useStores();
  const isHydrated = useHydrated();
  const isThisYear = new Date(at).getUTCFullYear() === new Date(clock.now()).getUTCFullYear();
  const text = formatDate(at, {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
    ...(!isHydrated && { timeZone: 'UTC' }),
  });
  return <time dateTime={at}>{text}</time>;
}
