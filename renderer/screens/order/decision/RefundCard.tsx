import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { isPositive } from '../../../../contract/money.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { DefinitionList, type Definition } from '../../../components/data/DefinitionList.tsx';
import { depositedAmount } from '../../../../contract/orderStage.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ChoiceAmount } from './ChoiceAmount.tsx';
import type { ChoiceProps } from './ContinueCard.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { refundMemo, RefundTo } from './RefundTo.tsx';
import { useKnownRefundAddress } from '../useKnownRefundAddress.ts';
import { useMoney } from '../useMoney.ts';
import { useNetworkFeeLines } from '../useNetworkFeeLines.ts';
import { useShellButton } from '../../../useShellButton.ts';
import decisionStyles from './decision.module.css';
import styles from '../order.module.css';

/** The option to refund: deposit, network fee, refund amount and address (D8). */
export const RefundCard = observer(({ order, mayDecide }: ChoiceProps) => {
  const { figure } = useMoney();
  const { decision } = useStores(orderGroup);
  const { instrumentFrom: from } = order.pair;
  const { refundAmount } = decision;
  const isKnown = decision.knownRefundAddress !== null;
  return (
    <Card className={decisionStyles['choice']} aria-labelledby="choice-refund">
      <h2 id="choice-refund" className={decisionStyles['choiceHead']}>
        <FormattedMessage id="order.decision.refund" />
        <span className={styles['tag']}>
          <FormattedMessage id="order.decision.feeOnly" />
        </span>
      </h2>
      <ChoiceAmount
        // The fee that is charged is at most the one that was shown.
        sign={<FormattedMessage id="order.decision.atLeast" />}
        figure={refundAmount === null ? null : figure(refundAmount, from)}
        unit={from.currencyTitle}
      />
      <form
        className={decisionStyles['refundForm']}
        onSubmit={(event) => {
          event.preventDefault();
          void decision.refund();
        }}
      >
        <RefundLines order={order} />
        {decision.info && (mayDecide || !isKnown) && <RefundTo address={decision.refundTo} network={from} isKnown={isKnown} />}
        <RefundButton order={order} mayDecide={mayDecide} />
      </form>
    </Card>
  );
});

const RefundLines = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const { info, knownRefundAddress, asksForAddress } = useStores(orderGroup).decision;
  const refundAddress = useKnownRefundAddress(order.orderId, knownRefundAddress);
  const { instrumentFrom: from } = order.pair;
  const networkFeeLines = useNetworkFeeLines();
  if (!info) return null;
  const { networkFee: fee, collectionFeeAmount: collection } = info;
  const bothFees = networkFeeLines({ fee, collection, instrument: from, sign: '−' });
  const items: Definition[] = [
    {
      id: 'sent',
      term: formatMessage({ id: 'order.decision.youSent' }),
      detail: money(info.depositedAmount ?? depositedAmount(order), from),
    },
    ...(bothFees.length > 0
      ? bothFees
      : [
          {
            id: 'fee',
            term: formatMessage({ id: 'order.refund.fee' }, { network: networkName(from) }),
            detail: `−${money(info.networkFee, from)}`,
          },
        ]),
    ...(asksForAddress
      ? []
      : [
          {
            id: 'to',
            term: formatMessage({ id: 'order.decision.to' }),
            detail: (
              <span className="mono" translate="no">
                {refundAddress}
              </span>
            ),
          },
          ...refundMemo(order, formatMessage({ id: 'order.decision.noMemo' })),
        ]),
  ];
  return <DefinitionList items={items} />;
});

const RefundButton = observer(({ order, mayDecide }: ChoiceProps) => {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const { decision, platform } = useStores(orderGroup);
  const { instrumentFrom: from } = order.pair;
  const { refundAmount } = decision;
  const refundAddress = useKnownRefundAddress(order.orderId, decision.knownRefundAddress);
  const isDust = refundAmount !== null && !isPositive(refundAmount);
  const isOffered = order.attention?.actions.includes('REFUND') ?? true;
  const blocked = isDust ? 'order.decision.dust' : isOffered ? null : 'order.decision.refundNotOffered';
  // Other parts of the page already show that this browser is read-only, or that the amounts did not load.
  const other = mayDecide ? refundAmount === null && 'order.decision.infoFailed' : 'order.decision.unavailable';
  const reason = blocked ?? (other || null);
  const now = formatMessage(
    { id: 'order.decision.refundNow' },
    { amount: refundAmount === null ? from.currencyTitle : money(refundAmount, from) },
  );
  const isDrawnByShell = useShellButton(
    platform.secondaryButton,
    reason === null
      ? { label: now, isReady: true, isBusy: decision.busy === 'refund', onPress: () => void decision.refund() }
      : null,
  );
  if (reason === null && isDrawnByShell) return null;
  return (
    <Button
      type="submit"
      wide
      className={decisionStyles['choiceButton']}
      busy={decision.busy === 'refund'}
      unavailableReason={reason && formatMessage({ id: reason })}
      isReasonShown={blocked !== null}
    >
      {!decision.asksForAddress ? (
        <FormattedMessage
          id="order.decision.refundTo"
          values={{
            address: (
              <span className="mono" translate="no">
                {refundAddress}
              </span>
            ),
          }}
        />
      ) : (
        now
      )}
    </Button>
  );
});
