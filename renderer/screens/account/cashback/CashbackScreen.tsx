import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CashbackLevel, Cashbacks } from '../../../../contract/api/affiliates.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { writeCsv } from '../../../../contract/tables/csv.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { DataTable } from '../../../components/data/DataTable.tsx';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { ProgressRail, type ProgressStep } from '../../../components/feedback/ProgressRail.tsx';
import type { AppStores } from '../../../stores/createAppStores.ts';
import { cashbackGroup } from '../../../stores/account/CashbackStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { AccountFrame } from '../AccountFrame.tsx';
import { LoadingCard } from '../LoadingCard.tsx';
import { EarnedNotice } from '../EarnedNotice.tsx';
import { MoreEarnings } from '../MoreEarnings.tsx';
import { SaveTable } from '../SaveTable.tsx';
import { shortened } from '../../../../contract/shortened.ts';
import { useEarningsColumns } from '../useEarningsColumns.tsx';
import { usdt, usdtWithUnit } from '../usdt.ts';
import styles from './cashback.module.css';

export async function load(stores: AppStores): Promise<null> {
  const { cashback } = cashbackGroup(stores);
  await cashback.load();
  return null;
}

/** `/profile/cashback`: level, progress, what counts, and what came back (D48). */
export const Screen = observer(() => {
  const { cashback } = useStores(cashbackGroup);
  const { level } = cashback;
  return (
    <AccountFrame title={<FormattedMessage id="cashback.title" />} lead={<FormattedMessage id="cashback.lead" />}>
      {level ? (
        <>
          <EarnedNotice earned={level.earned} />
          <Level level={level} />
          <List level={level} />
        </>
      ) : (
        <LoadingCard />
      )}
    </AccountFrame>
  );
});

const Level = observer(({ level }: { level: CashbackLevel }) => {
  const { formatMessage } = useIntl();
  const { cashback, locale } = useStores(cashbackGroup);
  const { next } = cashback;
  const number = (value: string) => formatAmount(value, locale.code);
  const name = (id: CashbackLevel['level']) => <FormattedMessage id={`cashback.name.${id}`} />;
  return (
    <Card aria-label={formatMessage({ id: `cashback.name.${level.level}` })}>
      <dl className={styles['now']}>
        <div className={styles['level']}>
          <dt>
            <FormattedMessage id="cashback.level" values={{ level: name(level.level) }} />
          </dt>
          <dd className="numeric">
            <FormattedMessage id="cashback.ofFee" values={{ percent: number(level.percent) }} />
          </dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="cashback.volume" values={{ days: level.windowDays }} />
          </dt>
          <dd className="numeric">{usdtWithUnit(level.volume, locale.code)}</dd>
        </div>
        {next ? (
          <div>
            <dt>
              <FormattedMessage id="cashback.toNext" values={{ level: name(next.terms.level) }} />
            </dt>
            <dd className="numeric">
              <FormattedMessage id="cashback.missing" values={{ amount: usdt(next.missing, locale.code, 'up') }} />
            </dd>
          </div>
        ) : (
          <div>
            <dt>
              <FormattedMessage id="cashback.highest" />
            </dt>
          </div>
        )}
      </dl>
      <ProgressRail label={formatMessage({ id: 'cashback.levels' })} steps={stepsOf(level, next?.fraction ?? 1, number)} />
      <p className={`hint ${styles['counts']}`}>
        <FormattedMessage id="cashback.counts" /> <FormattedMessage id="cashback.fixed" />
      </p>
    </Card>
  );
});

/** The bar of the current level shows the way to the next one. */
function stepsOf({ level, levels }: CashbackLevel, fraction: number, number: (value: string) => string): ProgressStep[] {
  const current = levels.findIndex((terms) => terms.level === level);
  return levels.map((terms, index) => {
    const state = index < current ? 'done' : index === current ? 'now' : 'todo';
    return {
      id: terms.level,
      title: (
        <>
          <FormattedMessage id={`cashback.name.${terms.level}`} />{' '}
          <FormattedMessage id="cashback.levelPercent" values={{ percent: number(terms.percent) }} />
        </>
      ),
      detail:
        index === 0 ? (
          <FormattedMessage id="cashback.fromStart" />
        ) : (
          <FormattedMessage id="cashback.from" values={{ amount: number(terms.fromVolume) }} />
        ),
      state,
      fraction,
      stateLabel: <FormattedMessage id={STATE_LABEL[state]} />,
    };
  });
}

const STATE_LABEL = { done: 'cashback.reached', now: 'cashback.current', todo: 'cashback.notReached' } as const;

const List = observer(({ level }: { level: CashbackLevel }) => {
  const { formatMessage, formatDate } = useIntl();
  const { cashback, locale } = useStores(cashbackGroup);
  const list = cashback.cashbacks;
  const items = list.items ?? [];
  const columns = useEarningsColumns(items, 'cashback.back');
  if (items.length === 0) {
    return (
      <Card title={<FormattedMessage id="cashback.list" />}>
        <EmptyState
          title={<FormattedMessage id="cashback.empty" />}
          actions={
            <LinkButton variant="primary" href={locale.path('/')}>
              <FormattedMessage id="cashback.start" />
            </LinkButton>
          }
        >
          <FormattedMessage id="cashback.emptyHelp" values={{ percent: formatAmount(level.percent, locale.code) }} />
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card
      title={<FormattedMessage id="cashback.list" />}
      titleAside={
        <SaveTable name="cashback.csv" read={async () => writeCsv([CSV_HEADER, ...(await cashback.readAll()).map(csvRow)])} />
      }
    >
      {level.since !== null && (
        <p className={`hint numeric ${styles['total']}`}>
          <FormattedMessage
            id="cashback.total"
            values={{
              amount: usdt(level.earned, locale.code),
              date: formatDate(level.since, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
            }}
          />
        </p>
      )}
      <DataTable
        caption={formatMessage({ id: 'cashback.list' })}
        lines
        rows={items}
        rowKey={({ orderId }) => orderId}
        columns={[
          {
            id: 'exchange',
            place: 'first',
            heading: formatMessage({ id: 'cashback.exchange' }),
            cell: ({ sentAmount, instrumentFrom, instrumentTo }) => (
              <strong>
                <FormattedMessage
                  id="cashback.pair"
                  values={{
                    amount: formatAmount(sentAmount, locale.code),
                    from: instrumentFrom.currencyTitle,
                    to: instrumentTo.currencyTitle,
                  }}
                />
              </strong>
            ),
          },
          {
            id: 'order',
            place: 'second',
            heading: formatMessage({ id: 'cashback.order' }),
            align: 'start',
            cell: ({ orderId }) => (
              <Link href={locale.path(`/order/${orderId}`)}>
                <code>{shortened(orderId, 4, 4)}</code>
              </Link>
            ),
          },
          ...columns,
        ]}
      />
      <MoreEarnings list={list} />
    </Card>
  );
});

const CSV_HEADER = ['completed', 'order', 'sent', 'from', 'to', 'fee_usdt', 'cashback_usdt'];

function csvRow({
  completedAt,
  orderId,
  sentAmount,
  instrumentFrom,
  instrumentTo,
  fee,
  amount,
}: Cashbacks['items'][number]): string[] {
  return [completedAt, orderId, sentAmount, instrumentFrom.slug, instrumentTo.slug, fee, amount];
}
