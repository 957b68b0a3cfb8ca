import { FormattedMessage } from 'react-intl';

export function WatchList() {
  return <FormattedMessage id="desk.watch" />;
}
