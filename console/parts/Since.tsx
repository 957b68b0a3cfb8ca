import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { useNow } from '../../renderer/screens/shell/useNow.ts';
import { sinceParts } from './times.ts';

/** How long ago a moment was: "42 min", "3 h 10 min". `at` is an ISO time. */
export const Since = observer(({ at }: { at: string }) => {
  const now = useNow(1_000);
  return (
    <time dateTime={at} title={at}>
      <FormattedMessage id="console.since" values={{ ...sinceParts(at, now) }} />
    </time>
  );
});
