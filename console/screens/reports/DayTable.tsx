import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Report } from '../../../contract/console/reports.ts';
import { Small } from '../../parts/cells.tsx';
import { ListTable, useColumns } from '../../parts/ListTable.tsx';
import { useCoins } from '../../parts/useCoins.ts';

type Day = Report['days'][number];

/** The figures of each day, the newest first. */
export const DayTable = observer(({ report: { days } }: { report: Report }) => {
  const { formatMessage, formatNumber } = useIntl();
  const column = useColumns();
  const { usdText } = useCoins();
  return (
    <ListTable
      caption={formatMessage({ id: 'console.byDay' })}
      rows={days.toReversed()}
      rowKey={({ day }) => day}
      columns={[
        column<Day>('day', ({ day }) => <time dateTime={day}>{day}</time>),
        column<Day>(
          'completedOrders',
          ({ completed, refunded, unpriced }) => (
            <>
              {formatNumber(completed)}
              {(refunded > 0 || unpriced > 0) && (
                <Small>
                  <FormattedMessage id="console.report.alsoRefunded" values={{ refunded, unpriced }} />
                </Small>
              )}
            </>
          ),
          'end',
        ),
        column<Day>('volume', ({ volume }) => usdText(volume), 'end'),
        column<Day>('revenue', ({ revenue }) => usdText(revenue), 'end'),
        column<Day>('feesCharged', ({ networkFeesCharged }) => usdText(networkFeesCharged), 'end'),
        column<Day>('feesPaid', ({ networkFeesPaid }) => usdText(networkFeesPaid), 'end'),
        column<Day>('shares', ({ shares }) => usdText(shares), 'end'),
        column<Day>('profit', ({ profit }) => <b>{usdText(profit)}</b>, 'end'),
      ]}
    />
  );
});
