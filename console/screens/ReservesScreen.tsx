import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { ActButtons } from '../acts/ActButtons.tsx';
import { useColumns } from '../parts/ListTable.tsx';
import { PanelTable } from '../parts/PanelTable.tsx';
import { Title } from '../parts/Title.tsx';
import { useCoins } from '../parts/useCoins.ts';
import { usePanel } from '../parts/usePanel.ts';
import { byNeed, useReserveColumns, type Reserve } from './reserves/useReserveColumns.tsx';

/** What is free for new orders, how long it lasts, below what operators are alerted, and what pays for the fees of networks. */
export const Screen = observer(() => {
  const intl = useIntl();
  const column = useColumns();
  const { ticker } = useCoins();
  const { coin, free, reserved, threshold, level, perDay, lasts, state } = useReserveColumns();
  const panel = usePanel('reserves', {}, { list: 'audit', everyMs: 30_000 });
  return (
    <>
      <Title id="console.reserves" />
      <PanelTable
        panel={panel}
        title={intl.formatMessage({ id: 'console.reserves' })}
        hint={<FormattedMessage id="console.reservesHelp" />}
        rows={({ reserves }) => reserves.toSorted(byNeed)}
        rowKey={({ instrument }) => instrument}
        columns={[
          coin,
          free,
          reserved,
          threshold,
          level,
          perDay,
          lasts,
          state,
          column<Reserve>(
            'acts',
            ({ instrument }) => (
              <ActButtons
                offers={[
                  { act: 'capital', input: { instrument }, asks: ['amount', 'note'] },
                  { act: 'threshold', input: { instrument }, asks: ['amount'] },
                ]}
                about={ticker(instrument)}
              />
            ),
            'end',
          ),
        ]}
      />
    </>
  );
});
