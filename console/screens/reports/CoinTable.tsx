import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Report } from '../../../contract/console/reports.ts';
import { amount, add, roundToDecimal, ZERO, type Decimal } from '../../../contract/money.ts';
import { Coin, Small } from '../../parts/cells.tsx';
import { ListTable, useColumns } from '../../parts/ListTable.tsx';
import { useCoins } from '../../parts/useCoins.ts';

type CoinRow = Report['coins'][number];

/** The table for people; the file has all digits. */
const SHOWN_DECIMALS = 8;

/** The figures of each coin, the largest volume first. */
export const CoinTable = observer(({ report: { coins } }: { report: Report }) => {
  const { formatMessage, formatNumber } = useIntl();
  const column = useColumns();
  const { number, usdText } = useCoins();
  const both = (value: Decimal, usd: Decimal) =>
    amount(value).eq(ZERO) ? (
      '–'
    ) : (
      <>
        {number(roundToDecimal(amount(value), SHOWN_DECIMALS, 'down'))}
        <Small>{usdText(usd)}</Small>
      </>
    );
  return (
    <ListTable
      caption={formatMessage({ id: 'console.byCoin' })}
      rows={coins}
      rowKey={({ instrument }) => instrument}
      empty={<FormattedMessage id="console.none" />}
      columns={[
        column<CoinRow>('coin', ({ instrument }) => <Coin slug={instrument} />),
        column<CoinRow>('received', ({ received, receivedUsd }) => both(received, receivedUsd), 'end'),
        column<CoinRow>('paidOut', ({ paid, paidUsd }) => both(paid, paidUsd), 'end'),
        column<CoinRow>(
          'revenue',
          ({ platformFees, margins, revenueUsd }) => both(add(platformFees, margins), revenueUsd),
          'end',
        ),
        column<CoinRow>(
          'feesCharged',
          ({ networkFeesCharged }) =>
            amount(networkFeesCharged).eq(ZERO)
              ? '–'
              : number(roundToDecimal(amount(networkFeesCharged), SHOWN_DECIMALS, 'down')),
          'end',
        ),
        column<CoinRow>(
          'feesPaid',
          ({ networkFeesPaid, networkFeesPaidUsd }) => both(networkFeesPaid, networkFeesPaidUsd),
          'end',
        ),
        column<CoinRow>(
          'completedOrders',
          ({ completed, refunded }) => (
            <>
              {formatNumber(completed)}
              {refunded > 0 && (
                <Small>
                  <FormattedMessage id="console.report.alsoRefunded" values={{ refunded, unpriced: 0 }} />
                </Small>
              )}
            </>
          ),
          'end',
        ),
      ]}
    />
  );
});
