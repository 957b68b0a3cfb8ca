import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../../renderer/components/buttons/Link.tsx';
import { PanelTable } from '../../parts/PanelTable.tsx';
import { usePanel } from '../../parts/usePanel.ts';
import { byNeed, useReserveColumns } from '../reserves/useReserveColumns.tsx';

const SHOWN = 9;

/** The reserves that need a person first. */
export const ReservesCard = observer(() => {
  const { formatMessage } = useIntl();
  const { coin, free, reserved, threshold, level, lasts, state } = useReserveColumns();
  const panel = usePanel('reserves', {}, { list: 'audit', everyMs: 30_000 });
  return (
    <PanelTable
      panel={panel}
      title={formatMessage({ id: 'console.reserves' })}
      hint={<FormattedMessage id="console.reservesHelp" />}
      aside={
        <Link href="/reserves">
          <FormattedMessage id="console.thresholds" />
        </Link>
      }
      rows={({ reserves }) => reserves.toSorted(byNeed).slice(0, SHOWN)}
      rowKey={({ instrument }) => instrument}
      columns={[coin, free, reserved, threshold, level, lasts, state]}
    />
  );
});
