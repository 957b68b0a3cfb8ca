import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Movement, Wallet } from '../../../../contract/api/withdrawals.ts';
import { formatAmount, mostDecimals } from '../../../../contract/formatAmount.ts';
import { PeopleIcon, PercentIcon, WalletIcon, WithdrawIcon } from '../../../components/icons/accountIcons.tsx';
import { Button } from '../../../components/buttons/Button.tsx';
import { writeCsv } from '../../../../contract/tables/csv.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { classNames } from '../../../components/classNames.ts';
import { DataTable } from '../../../components/data/DataTable.tsx';
import type { IconProps } from '../../../components/icons/icons.tsx';
import { ArrowLeftIcon } from '../../../components/icons/pageIcons.tsx';
import { Segmented } from '../../../components/fields/Segmented.tsx';
import { StatusChip } from '../../../components/feedback/StatusChip.tsx';
import type { MovementFilter } from '../../../stores/account/WalletStore.ts';
import { walletGroup } from '../../../stores/account/WalletStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { LocalTime } from '../../order/LocalTime.tsx';
import { LocalDate } from '../LocalDate.tsx';
import { SaveTable } from '../SaveTable.tsx';
import { ShortAddress } from '../ShortAddress.tsx';
import { shortened } from '../../../../contract/shortened.ts';
import { USDT_DECIMALS } from '../Usdt.tsx';
import { WithdrawalChip } from '../WithdrawalChip.tsx';
import styles from './wallet.module.css';

const FILTERS: readonly MovementFilter[] = ['ALL', 'IN', 'OUT'];
const CSV_HEADER = [
  'time',
  'kind',
  'amount_usdt',
  'balance_usdt',
  'order',
  'address',
  'network_fee_usdt',
  'state',
  'transaction',
];

/** Everything that changed the balance, the newest first, with the balance after it. */
export const MovementList = observer(({ wallet }: { wallet: Wallet }) => {
  const { formatMessage } = useIntl();
  const { wallet: store, locale } = useStores(walletGroup);
  const { movements } = store;
  const rows = movements.items ?? [];
  const format = (value: string) => formatAmount(value, locale.code, USDT_DECIMALS);
  const decimals = Math.max(USDT_DECIMALS, mostDecimals(rows.flatMap(({ amount, balance }) => [amount, balance])));
  const listed = (value: string) => formatAmount(value, locale.code, decimals);
  const title = formatMessage({ id: 'wallet.movements' });
  const readTable = async (): Promise<string> => writeCsv([CSV_HEADER, ...(await store.readAll()).map(rowOf)]);
  return (
    <Card aria-label={title}>
      <div className={styles['header']}>
        <div>
          <h2>{title}</h2>
          <p className="hint numeric">
            <FormattedMessage
              id="wallet.totals"
              values={{
                earned: format(wallet.earned),
                withdrawn: format(wallet.withdrawn),
                since: wallet.since && <LocalDate at={wallet.since} />,
              }}
            />
          </p>
        </div>
        <div className={styles['tools']}>
          <Segmented
            legend={formatMessage({ id: 'wallet.show' })}
            value={store.filter}
            options={FILTERS.map((value) => ({ value, label: <FormattedMessage id={`wallet.filter.${value}`} /> }))}
            onChange={(filter) => void store.setFilter(filter)}
          />
          <SaveTable name="causeway-wallet.csv" read={readTable} />
        </div>
      </div>
      <DataTable
        caption={title}
        lines
        rows={rows}
        rowKey={({ id }) => id}
        empty={<FormattedMessage id="wallet.noneFound" />}
        columns={[
          {
            id: 'what',
            place: 'main',
            heading: formatMessage({ id: 'wallet.what' }),
            cell: (movement) => <What movement={movement} />,
          },
          {
            id: 'when',
            heading: formatMessage({ id: 'wallet.when' }),
            align: 'start',
            cell: ({ createdAt }) => <LocalTime at={createdAt} format="dateTime" />,
          },
          {
            id: 'state',
            place: 'note',
            heading: formatMessage({ id: 'wallet.state' }),
            align: 'start',
            cell: ({ kind, withdrawal }) =>
              kind === 'WITHDRAWAL' && withdrawal ? (
                <WithdrawalChip withdrawal={withdrawal} />
              ) : (
                <StatusChip tone="done">
                  <FormattedMessage id="wallet.booked" />
                </StatusChip>
              ),
          },
          {
            id: 'amount',
            place: 'value',
            heading: 'USDT',
            cell: ({ direction, amount }) => (
              <span className={styles[direction === 'IN' ? 'gain' : 'loss']}>
                {direction === 'IN' ? '+' : '−'}
                {listed(amount)}
              </span>
            ),
          },
          {
            id: 'after',
            heading: formatMessage({ id: 'wallet.after' }),
            cell: ({ balance }) => <span className={styles['after']}>{listed(balance)}</span>,
          },
        ]}
      />
      {(movements.hasFailed || movements.hasMore) && (
        <div className={styles['foot']}>
          {movements.hasFailed && (
            <span className="hint" role="alert">
              <FormattedMessage id="wallet.moreFailed" />
            </span>
          )}
          {movements.hasMore && (
            <Button size="small" busy={movements.isLoading} onClick={() => void movements.loadMore()}>
              <FormattedMessage id="wallet.more" />
            </Button>
          )}
        </div>
      )}
    </Card>
  );
});

const ICONS = {
  REFERRAL: PeopleIcon,
  CASHBACK: PercentIcon,
  WITHDRAWAL: WithdrawIcon,
  RETURN: ArrowLeftIcon,
  OTHER: WalletIcon,
} satisfies Record<Movement['kind'], ComponentType<IconProps>>;

/** What it was, and what it belongs to. */
const What = observer(({ movement }: { movement: Movement }) => {
  const { locale } = useStores();
  const { kind, direction, withdrawal, orderId, source, instrumentFrom, instrumentTo } = movement;
  const order = orderId && shortened(orderId, 4, 4);
  const Icon = ICONS[kind];
  return (
    <div className={styles['what']}>
      <span className={classNames(styles['icon'], direction === 'IN' && styles['in'])}>
        <Icon size="small" />
      </span>
      <b>
        <FormattedMessage id={`wallet.kind.${kind}`} />
      </b>
      <span className="hint">
        {kind === 'WITHDRAWAL' && withdrawal && (
          <FormattedMessage
            id="wallet.toAddress"
            values={{
              address: <ShortAddress address={withdrawal.address} />,
              fee: formatAmount(withdrawal.networkFee, locale.code, USDT_DECIMALS),
            }}
          />
        )}
        {kind === 'RETURN' && withdrawal && (
          <FormattedMessage id={withdrawal.state === 'CANCELLED' ? 'wallet.returned.CANCELLED' : 'wallet.returned.FAILED'} />
        )}
        {order && (
          <FormattedMessage
            id="wallet.ofOrder"
            values={{
              order: (
                <span className="mono" translate="no">
                  {order}
                </span>
              ),
            }}
          />
        )}
        {source}
        {instrumentFrom && instrumentTo && (
          <>
            {(order || source) && ' · '}
            <FormattedMessage
              id="affiliate.pair"
              values={{ from: instrumentFrom.currencyTitle, to: instrumentTo.currencyTitle }}
            />
          </>
        )}
      </span>
    </div>
  );
});

function rowOf({ createdAt, kind, direction, amount, balance, orderId, withdrawal }: Movement): string[] {
  return [
    createdAt,
    kind,
    direction === 'IN' ? amount : `-${amount}`,
    balance,
    orderId ?? '',
    withdrawal?.address ?? '',
    withdrawal?.networkFee ?? '',
    withdrawal?.state ?? '',
    withdrawal?.txHash ?? '',
  ];
}
