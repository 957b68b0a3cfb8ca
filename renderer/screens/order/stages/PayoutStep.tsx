import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { Figure } from '../../../components/data/Figure.tsx';
import { InformationIcon } from '../../../components/icons/icons.tsx';
import { hasLeft } from './concernedPayment.ts';
import { networkName } from '../../coins/coinViews.ts';
import { paidOut } from '../../../../contract/orderTerms.ts';
import { PayoutLines } from './PayoutLines.tsx';
import { useMoney } from '../useMoney.ts';
import styles from '../order.module.css';

/** The payout before its confirmation. */
export function PayoutStep({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { figure } = useMoney();
  const { instrumentTo } = order.pair;
  return (
    <Card className={styles['stage']} aria-label={formatMessage({ id: 'order.payout.region' })}>
      <Figure
        label={formatMessage({ id: 'order.payout.sending' })}
        value={figure(paidOut(order), instrumentTo)}
        unit={instrumentTo.currencyTitle}
      />
      <p className={styles['lead']}>
        <FormattedMessage
          id={hasLeft(order) ? 'order.payout.lead' : 'order.payment.waits'}
          values={{ network: networkName(instrumentTo) }}
        />
      </p>
      <PayoutLines order={order} />
      <p className={styles['note']}>
        <InformationIcon />
        <span>
          <FormattedMessage id="order.close" />
        </span>
      </p>
    </Card>
  );
}
