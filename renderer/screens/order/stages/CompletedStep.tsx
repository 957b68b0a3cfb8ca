import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { Figure } from '../../../components/data/Figure.tsx';
import { InformationIcon, SuccessIcon, SwapIcon } from '../../../components/icons/icons.tsx';
import { RepeatIcon } from '../../../components/icons/pageIcons.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { laterDepositsUntil } from '../../../../contract/orderStage.ts';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { GuaranteeReceipt } from '../guarantee/GuaranteeReceipt.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { LocalTime } from '../LocalTime.tsx';
import { RepeatLink } from '../RepeatLink.tsx';
import { paidOut } from '../../../../contract/orderTerms.ts';
import { PayoutLines } from './PayoutLines.tsx';
import { useMoney } from '../useMoney.ts';
import styles from '../order.module.css';

/** The confirmed payout with its explorer link, and the next actions. */
export const CompletedStep = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { figure, money } = useMoney();
  const arrived = order.withdrawals[0]?.arrivedAmount;
  const { locale, order: store } = useStores(orderGroup);
  const laterUntil = laterDepositsUntil(order);
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  return (
    <Card className={styles['stage']} aria-label={formatMessage({ id: 'order.payout.region' })}>
      <Figure
        label={formatMessage({ id: 'order.payout.sent' })}
        value={figure(arrived ?? paidOut(order), to)}
        unit={to.currencyTitle}
      />
      <p className={styles['good']}>
        <SuccessIcon />
        <span>
          <FormattedMessage id="order.completed.lead" values={{ network: networkName(to) }} />
        </span>
      </p>
      {arrived !== undefined && (
        <Notice kind="warning">
          <FormattedMessage
            id="order.payout.arrivedLess"
            values={{ sent: money(paidOut(order), to), arrived: money(arrived, to), ticker: to.currencyTitle }}
          />
        </Notice>
      )}
      <PayoutLines order={order} />
      {laterUntil !== null && laterUntil > store.serverNow() && (
        <p className={styles['note']}>
          <InformationIcon />
          <span>
            <FormattedMessage
              id="order.completed.later"
              values={{ time: <LocalTime at={new Date(laterUntil).toISOString()} format="dateTime" /> }}
            />
          </span>
        </p>
      )}
      <div className={styles['ways']}>
        <RepeatLink order={order} icon={<RepeatIcon />}>
          <FormattedMessage id="order.repeat" />
        </RepeatLink>
        <LinkButton icon={<SwapIcon />} href={locale.path(`/exchange-${to.slug}-${from.slug}?amount=${paidOut(order)}`)}>
          <FormattedMessage id="order.reverse" />
        </LinkButton>
        <GuaranteeReceipt order={order} />
      </div>
    </Card>
  );
});
