import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { Figure } from '../../../components/data/Figure.tsx';
import { InformationIcon } from '../../../components/icons/icons.tsx';
import { confirmationProgress, depositedAmount, orderStage, ownDeposits } from '../../../../contract/orderStage.ts';
import { networkName } from '../../coins/coinViews.ts';
import { DepositList } from './DepositList.tsx';
import { useDuration } from '../../coins/useDuration.ts';
import { useMoney } from '../useMoney.ts';
import styles from '../order.module.css';

/** The detected deposit with its confirmations and the remaining time. */
export function ConfirmingStep({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { figure } = useMoney();
  const { instrumentFrom } = order.pair;
  return (
    <Card className={styles['stage']} aria-label={formatMessage({ id: 'order.confirming.region' })}>
      {ownDeposits(order).length > 0 && (
        <Figure
          label={formatMessage({ id: 'order.confirming.received' })}
          value={figure(depositedAmount(order), instrumentFrom)}
          unit={instrumentFrom.currencyTitle}
        />
      )}
      <p className={styles['lead']}>
        <Waiting order={order} />
      </p>
      <DepositList order={order} />
      <p className={styles['note']}>
        <InformationIcon />
        <span>
          <FormattedMessage id="order.close" />
        </span>
      </p>
    </Card>
  );
}

function Waiting({ order }: { order: Order }) {
  const duration = useDuration();
  const { have, need } = confirmationProgress(order);
  const blockSeconds = order.pair.instrumentFrom.network?.blockSeconds ?? 0;
  if (order.waitsFor === 'PRICE') return <FormattedMessage id="order.confirming.noPrice" />;
  if (order.waitsFor === 'NETWORK') {
    return <FormattedMessage id="order.confirming.networkCongested" values={{ network: networkName(order.pair.instrumentTo) }} />;
  }
  if (order.waitsFor === 'DEPOSIT_NETWORK') {
    return <FormattedMessage id="order.confirming.networkBehind" values={{ network: networkName(order.pair.instrumentFrom) }} />;
  }
  if (orderStage(order) === 'processing' || blockSeconds === 0) return <FormattedMessage id="order.confirming.processing" />;
  if (orderStage(order) === 'depositSeen' && have === 0) {
    return <FormattedMessage id="order.confirming.seen" values={{ time: duration(blockSeconds) }} />;
  }
  if (have >= need) return <FormattedMessage id="order.confirming.soon" />;
  return <FormattedMessage id="order.confirming.lead" values={{ time: duration((need - have) * blockSeconds) }} />;
}
