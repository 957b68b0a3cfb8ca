import { useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { DefinitionList, type Definition } from '../../../components/data/DefinitionList.tsx';
import { depositedAmount, ownDeposits } from '../../../../contract/orderStage.ts';
import { AddressText } from '../AddressText.tsx';
import { TransactionLink } from '../TransactionLink.tsx';
import { useMoney } from '../useMoney.ts';

/** The deposit and the payout of the exchange, with explorer links. */
export function PayoutLines({ order }: { order: Order }) {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const [deposit] = ownDeposits(order);
  const [withdrawal] = order.withdrawals;
  const items: Definition[] = [
    { id: 'to', term: formatMessage({ id: 'order.payout.to' }), detail: <AddressText address={order.destinationAddress} /> },
    ...(withdrawal?.txHash
      ? [
          {
            id: 'transaction',
            term: formatMessage({ id: 'order.transaction.payout' }),
            detail: <TransactionLink hash={withdrawal.txHash} url={withdrawal.explorerUrl} />,
          },
        ]
      : []),
    {
      id: 'sent',
      term: formatMessage({ id: 'order.payout.youSent' }),
      detail: money(depositedAmount(order), order.pair.instrumentFrom),
    },
    ...(deposit
      ? [
          {
            id: 'deposit',
            term: formatMessage({ id: 'order.transaction.deposit' }),
            detail: <TransactionLink hash={deposit.txHash} url={deposit.explorerUrl} />,
          },
        ]
      : []),
  ];
  return <DefinitionList items={items} />;
}
