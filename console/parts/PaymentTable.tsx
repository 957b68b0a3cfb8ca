import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { kindName, reasonText } from '../acts/actTexts.ts';
import { At, Code, Money, RowLink, Small, State } from './cells.tsx';
import { ListTable, useColumns } from './ListTable.tsx';
import { useCoins } from './useCoins.ts';

export type Payment = ConsoleOutput<'payments'>['payments'][number];

/** Payments: what leaves, in which state, and to whom. */
export const PaymentTable = observer(({ caption, payments }: { caption: string; payments: readonly Payment[] }) => {
  const intl = useIntl();
  const column = useColumns();
  const { network } = useCoins();
  return (
    <ListTable
      caption={caption}
      rows={payments}
      rowKey={({ sendId }) => sendId}
      empty={intl.formatMessage({ id: 'console.none' })}
      columns={[
        column<Payment>('payment', (payment) => (
          <>
            <RowLink href={pathOf(payment)}>{kindName(intl, payment.kind)}</RowLink>
            <Small>
              <Code text={payment.orderId ?? payment.sendId} />
            </Small>
          </>
        )),
        column<Payment>(
          'amount',
          ({ amount, instrument, usdValue }) => <Money amount={amount} slug={instrument} usd={usdValue} />,
          'end',
        ),
        column<Payment>('to', ({ address, instrument, network: slug, txHash, explorerUrl }) => (
          <>
            <Code text={address} />
            <Small>
              {network(instrument) ?? slug} {txHash !== null && <Code text={txHash} href={explorerUrl} />}
            </Small>
          </>
        )),
        column<Payment>('state', ({ state, reason, attempts }) => (
          <State
            state={state}
            detail={
              reason === null
                ? attempts > 1 && intl.formatMessage({ id: 'console.attempts' }, { count: attempts })
                : reasonText(intl, reason)
            }
          />
        )),
        column<Payment>('since', ({ createdAt }) => <At time={createdAt} />, 'end'),
      ]}
    />
  );
});

/** Returns the page that shows everything about a payment. */
function pathOf({ sendId, orderId, withdrawalId }: Payment): string {
  if (orderId !== null) return `/orders/${orderId}`;
  return withdrawalId === null ? '/payments' : `/withdrawals/${encodeURIComponent(sendId)}`;
}
