import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Report, ReportFigures } from '../../../contract/console/reports.ts';
import { add, amount, isPositive, percentChange, type Decimal } from '../../../contract/money.ts';
import { FigureRow } from '../../parts/FigureRow.tsx';
import { useCoins } from '../../parts/useCoins.ts';

/** Network fees and shares */
const costsOf = ({ networkFeesPaid, shares }: ReportFigures): Decimal => add(networkFeesPaid, shares);

/** The figures of a period beside those of as many days before. */
export const Totals = observer(({ report: { total, before } }: { report: Report }) => {
  const { usdText } = useCoins();
  const { formatNumber } = useIntl();
  const figure = (id: 'volume' | 'revenue' | 'costs' | 'profit', of: (figures: ReportFigures) => Decimal) => ({
    id,
    term: <FormattedMessage id={`console.report.${id}`} />,
    value: usdText(of(total)),
    note: <Change now={of(total)} then={of(before)} />,
  });
  return (
    <FigureRow
      figures={[
        figure('volume', ({ volume }) => volume),
        figure('revenue', ({ revenue }) => revenue),
        figure('costs', costsOf),
        figure('profit', ({ profit }) => profit),
        {
          id: 'orders',
          term: <FormattedMessage id="console.orders" />,
          value: formatNumber(total.completed),
          note: (
            <FormattedMessage id="console.report.alsoRefunded" values={{ refunded: total.refunded, unpriced: total.unpriced }} />
          ),
        },
      ]}
    />
  );
});

/** "+8 % on the days before"; nothing without a comparison. */
function Change({ now, then }: { now: Decimal; then: Decimal }) {
  if (!isPositive(then)) return null;
  const percent = amount(percentChange(then, now)).toFixed(0);
  const sign = percent.startsWith('-') ? '−' : '+';
  return <FormattedMessage id="console.report.change" values={{ percent: `${sign}${percent.replace('-', '')}` }} />;
}
