import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { compare } from '../../contract/money.ts';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { StatusChip } from '../../renderer/components/feedback/StatusChip.tsx';
import { ActButtons } from '../acts/ActButtons.tsx';
import { Coin, Small, Usd } from '../parts/cells.tsx';
import { ListTable, useColumns } from '../parts/ListTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Title } from '../parts/Title.tsx';
import { useCoins } from '../parts/useCoins.ts';
import { usePanel } from '../parts/usePanel.ts';

type Reserve = ConsoleOutput<'reserves'>['reserves'][number];

/** What is free for new orders, how long it lasts, and what pays for the fees of networks. */
export const Screen = observer(() => {
  const intl = useIntl();
  const column = useColumns();
  const { number, ticker } = useCoins();
  const panel = usePanel('reserves', {}, { everyMs: 30_000 });
  return (
    <>
      <Title id="console.reserves" />
      <Panel
        panel={panel}
        title={intl.formatMessage({ id: 'console.reserves' })}
        hint={<FormattedMessage id="console.reservesHelp" />}
      >
        {({ reserves }) => (
          <ListTable
            caption={intl.formatMessage({ id: 'console.reserves' })}
            rows={reserves}
            rowKey={({ instrument }) => instrument}
            empty={<FormattedMessage id="console.none" />}
            columns={[
              column<Reserve>('coin', ({ instrument, isGas }) => (
                <>
                  <Coin slug={instrument} />
                  {isGas && (
                    <Small>
                      <FormattedMessage id="console.isGas" />
                    </Small>
                  )}
                </>
              )),
              column<Reserve>(
                'free',
                ({ free, freeUsd }) => (
                  <>
                    <b>{free === null ? '–' : number(free)}</b>
                    <Small>
                      <Usd amount={freeUsd} />
                    </Small>
                  </>
                ),
                'end',
              ),
              column<Reserve>('reserved', ({ reserved }) => number(reserved), 'end'),
              column<Reserve>('balance', ({ balance }) => (balance === null ? '–' : number(balance)), 'end'),
              column<Reserve>('threshold', ({ threshold }) => (threshold === null ? '–' : number(threshold)), 'end'),
              column<Reserve>('perDay', ({ paidPerDay }) => number(paidPerDay), 'end'),
              column<Reserve>(
                'lasts',
                ({ daysLeft }) => (daysLeft === null ? '–' : <FormattedMessage id="console.days" values={{ days: daysLeft }} />),
                'end',
              ),
              column<Reserve>('state', (reserve) => (
                <StatusChip tone={isLow(reserve) ? 'urgent' : 'done'}>
                  <FormattedMessage
                    id={reserve.free === null ? 'console.notReadYet' : isLow(reserve) ? 'console.low' : 'console.enough'}
                  />
                </StatusChip>
              )),
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
        )}
      </Panel>
    </>
  );
});

const isLow = ({ free, threshold }: Reserve): boolean => free === null || (threshold !== null && compare(free, threshold) < 0);
