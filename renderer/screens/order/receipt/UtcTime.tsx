import { FormattedMessage, useIntl } from 'react-intl';

/** A time in UTC with its date and seconds: a receipt is read in another place, years later. `at`: ISO text, or ms since 1970. */
export function UtcTime({ at }: { at: string | number }) {
  const { formatDate } = useIntl();
  const time = formatDate(at, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return <FormattedMessage id="receipt.utc" values={{ time }} />;
}
