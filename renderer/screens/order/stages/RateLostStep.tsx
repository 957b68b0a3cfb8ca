import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { USUAL_MARKET_LIMIT_PERCENT } from '../../../../contract/fixedRate.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { InformationIcon } from '../../../components/icons/icons.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { LocalTime } from '../LocalTime.tsx';
import { RepeatLink } from '../RepeatLink.tsx';
import styles from '../order.module.css';

/** The market left the limit of a fixed rate before anybody paid (D55): offers a new order, and says what happens to a payment. */
export const RateLostStep = observer(({ order }: { order: Order }) => {
  const { locale } = useStores();
  const percent = formatAmount(order.fixedMarketLimitPercent ?? USUAL_MARKET_LIMIT_PERCENT, locale.code);
  return (
    <Card className={styles['stage']}>
      <p className={styles['lead']}>
        <FormattedMessage id="order.rateLost.lead" values={{ percent }} />
      </p>
      <div className={styles['ways']}>
        <RepeatLink order={order}>
          <FormattedMessage id="order.rateLost.newOrder" />
        </RepeatLink>
      </div>
      <p className="hint">
        <FormattedMessage id="order.rateLost.filledIn" />
      </p>
      <p className={styles['note']}>
        <InformationIcon />
        <span>
          <FormattedMessage id="order.rateLost.sent" />{' '}
          <FormattedMessage id="order.rateLost.back" values={{ time: <LocalTime at={order.expiresAt} /> }} />
        </span>
      </p>
    </Card>
  );
});
