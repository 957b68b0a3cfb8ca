import { useIntl } from 'react-intl';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Formats an approximate duration: "45 s", "20 min", "2 h". */
export function useDuration(): (seconds: number) => string {
  const { formatMessage } = useIntl();
  return (seconds) => {
    if (seconds < 90) return formatMessage({ id: 'order.duration.seconds' }, { value: Math.max(1, Math.ceil(seconds)) });
    if (seconds < 90 * MINUTE) return formatMessage({ id: 'order.duration.minutes' }, { value: Math.round(seconds / MINUTE) });
    return formatMessage({ id: 'order.duration.hours' }, { value: Math.round(seconds / HOUR) });
  };
}
