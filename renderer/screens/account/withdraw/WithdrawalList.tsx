import { ExternalIcon } from '../../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Withdrawal } from '../../../../contract/api/withdrawals.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { DataTable } from '../../../components/data/DataTable.tsx';
import { ExternalLink } from '../../../components/buttons/Link.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { withdrawGroup } from '../../../stores/account/WithdrawStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { LocalTime } from '../../order/LocalTime.tsx';
import { ShortAddress } from '../ShortAddress.tsx';
import { shortened } from '../../../../contract/shortened.ts';
import { USDT_DECIMALS } from '../Usdt.tsx';
import { WithdrawalChip } from '../WithdrawalChip.tsx';
import styles from './withdraw.module.css';

/** Every withdrawal with its state and what is next; one that was not sent yet can be stopped. */
export const WithdrawalList = observer(() => {
  const { formatMessage } = useIntl();
  const { withdraw, locale } = useStores(withdrawGroup);
  const { withdrawals, hasChangeFailed } = withdraw;
  const format = (value: string) => formatAmount(value, locale.code, USDT_DECIMALS);
  const title = formatMessage({ id: 'withdraw.yours' });
  return (
    <Card title={title}>
      {(withdrawals.hasFailed || hasChangeFailed) && (
        <Notice kind="warning" role="alert">
          <FormattedMessage id="withdraw.listFailed" />
        </Notice>
      )}
      <DataTable
        caption={title}
        lines
        rows={withdrawals.items ?? []}
        rowKey={({ withdrawalId }) => withdrawalId}
        empty={<FormattedMessage id="withdraw.empty" />}
        columns={[
          {
            id: 'arrives',
            place: 'first',
            heading: formatMessage({ id: 'withdraw.column.arrives' }),
            cell: (withdrawal) => (
              <span>
                <FormattedMessage
                  id="withdraw.arrivesOf"
                  values={{
                    arrives: <b>{format(isReturned(withdrawal) ? '0' : withdrawal.arrives)}</b>,
                    amount: format(withdrawal.amount),
                  }}
                />
              </span>
            ),
          },
          {
            id: 'to',
            place: 'second',
            heading: formatMessage({ id: 'withdraw.to' }),
            align: 'start',
            cell: ({ address }) => <ShortAddress address={address} />,
          },
          {
            id: 'at',
            heading: formatMessage({ id: 'withdraw.column.at' }),
            align: 'start',
            cell: ({ createdAt }) => <LocalTime at={createdAt} format="dateTime" />,
          },
          {
            id: 'state',
            place: 'value',
            heading: formatMessage({ id: 'withdraw.column.state' }),
            align: 'start',
            cell: (withdrawal) => <WithdrawalChip withdrawal={withdrawal} />,
          },
          {
            id: 'next',
            place: 'note',
            heading: formatMessage({ id: 'withdraw.column.next' }),
            cell: (withdrawal) => <Next withdrawal={withdrawal} />,
          },
        ]}
      />
      {withdrawals.hasMore && (
        <Button size="small" className={styles['more']} busy={withdrawals.isLoading} onClick={() => void withdrawals.loadMore()}>
          <FormattedMessage id="wallet.more" />
        </Button>
      )}
    </Card>
  );
});

/** Returns whether nothing arrives, because the whole amount returned to the balance. */
const isReturned = ({ state }: Withdrawal): boolean => state === 'FAILED' || state === 'CANCELLED';

/** The link to the transaction, what returned, or the buttons that accept a higher fee and stop it. */
const Next = observer(({ withdrawal }: { withdrawal: Withdrawal }) => {
  const { withdraw, locale } = useStores(withdrawGroup);
  const { withdrawalId, amount, delay, isCancellable, question, txHash, explorerUrl } = withdrawal;
  if (isCancellable) {
    const isBusy = withdraw.changing === withdrawalId;
    const fee = question && question.arrives !== '0' && formatAmount(question.networkFee, locale.code, USDT_DECIMALS);
    return (
      <div className={styles['answers']}>
        {fee && (
          <Button size="small" variant="primary" busy={isBusy} onClick={() => void withdraw.acceptFee(withdrawal)}>
            <FormattedMessage id={delay === 'RESTORED' ? 'withdraw.confirmAgain' : 'withdraw.acceptFee'} values={{ fee }} />
          </Button>
        )}
        <Button size="small" busy={isBusy} onClick={() => void withdraw.cancel(withdrawalId)}>
          <FormattedMessage id="withdraw.cancel" />
        </Button>
      </div>
    );
  }
  if (txHash !== null && explorerUrl !== null) {
    return (
      <ExternalLink href={explorerUrl} className={styles['transaction']}>
        <span className="mono" translate="no">
          {shortened(txHash, 4, 4)}
        </span>{' '}
        <ExternalIcon size="small" />
      </ExternalLink>
    );
  }
  if (isReturned(withdrawal)) {
    return <FormattedMessage id="withdraw.returned" values={{ amount: formatAmount(amount, locale.code, USDT_DECIMALS) }} />;
  }
  const minutes = Math.max(1, Math.ceil((withdraw.terms?.usualSeconds ?? 60) / 60));
  return <FormattedMessage id="withdraw.soon" values={{ minutes }} />;
});
