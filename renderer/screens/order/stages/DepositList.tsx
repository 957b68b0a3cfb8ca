import { useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { DefinitionList, type Definition } from '../../../components/data/DefinitionList.tsx';
import { confirmationProgress, ownDeposits } from '../../../../contract/orderStage.ts';
import { TransactionLink } from '../TransactionLink.tsx';
import { useMoney } from '../useMoney.ts';

/** Each deposit: amount, confirmations and explorer link. */
export function DepositList({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const { need } = confirmationProgress(order);
  const deposits = ownDeposits(order);
  const isOne = deposits.length === 1;
  const items = deposits.flatMap((deposit, place): Definition[] => [
    ...(isOne
      ? []
      : [
          {
            id: `amount-${place}`,
            term: formatMessage({ id: 'order.confirming.received' }),
            detail: money(deposit.amount, order.pair.instrumentFrom),
          },
        ]),
    {
      id: `confirmations-${place}`,
      term: formatMessage({ id: 'order.confirming.confirmations' }),
      detail: formatMessage({ id: 'order.step.ofConfirmations' }, { have: Math.min(deposit.confirmations, need), need }),
    },
    {
      id: `transaction-${place}`,
      term: formatMessage({ id: 'order.transaction' }),
      detail: <TransactionLink hash={deposit.txHash} url={deposit.explorerUrl} />,
    },
  ]);
  return items.length > 0 ? <DefinitionList items={items} /> : null;
}
