import { FormattedMessage } from 'react-intl';

export function RunningOrders() {
  return <FormattedMessage id="desk.orders" />;
}
