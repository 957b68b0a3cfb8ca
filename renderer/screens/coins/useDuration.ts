import { useIntl, type IntlShape } from 'react-intl';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Returns an approximate duration as a text: "45 s", "20 min", "2 h". */
export function durationText({ formatMessage }: Pick<IntlShape, 'formatMessage'>, seconds: number): string {
  if (seconds < 90) return formatMessage({ id: 'order.duration.seconds' }, { value: Math.max(1, Math.ceil(seconds)) });
  if (seconds < 90 * MINUTE) return formatMessage({ id: 'order.duration.minutes' }, { value: Math.round(seconds / MINUTE) });
  return formatMessage({ id: 'order.duration.hours' }, { value: Math.round(seconds / HOUR) });
}

/** Returns {@link durationText} in the customer's language. */
export function useDuration(): (seconds: number) => string {
  const intl = useIntl();
  return (seconds) => durationText(intl, seconds);
}
