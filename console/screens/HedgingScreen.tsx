import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Hedging } from '../../contract/console/hedging.ts';
import { amount } from '../../contract/money.ts';
import { ActButtons } from '../acts/ActButtons.tsx';
import { At, Code, Small, State, Usd } from '../parts/cells.tsx';
import { FigureRow } from '../parts/FigureRow.tsx';
import list from '../parts/list.module.css';
import { useColumns } from '../parts/ListTable.tsx';
import { PanelTable } from '../parts/PanelTable.tsx';
import { Since } from '../parts/Since.tsx';
import { Title } from '../parts/Title.tsx';
import { useCoins } from '../parts/useCoins.ts';
import { usePanel } from '../parts/usePanel.ts';
import { Moves } from './hedging/Moves.tsx';
import { Result } from './hedging/Result.tsx';

type Venue = Hedging['venues'][number];
type Position = Hedging['positions'][number];
type Order = Hedging['orders'][number];

/** What orders leave open, what is traded on an exchange to close it, and what that earns. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const column = useColumns();
  const { number, usdText } = useCoins();
  const panel = usePanel('hedging', {}, { list: 'audit', everyMs: 5_000 });
  return (
    <>
      <Title id="console.hedging" />
      {panel.data && <Exposure hedging={panel.data} />}
      <PanelTable
        panel={panel}
        title={formatMessage({ id: 'console.hedging.venues' })}
        hint={<FormattedMessage id="console.hedging.venuesHelp" />}
        rows={({ venues }) => venues}
        rowKey={({ name }) => name}
        empty={<FormattedMessage id="console.hedging.noVenue" />}
        columns={[
          column<Venue>('venue', ({ name }) => name),
          column<Venue>('state', ({ state, since }) => (
            <>
              <State state={state} />
              {since !== null && (
                <Small>
                  <Since at={since} />
                </Small>
              )}
            </>
          )),
          column<Venue>('trades', ({ trades }) => trades, 'end'),
          column<Venue>('usd', ({ tradedUsd }) => usdText(tradedUsd), 'end'),
          column<Venue>(
            'refused',
            ({ refused }) => <span className={refused > 0 ? list['late'] : undefined}>{refused}</span>,
            'end',
          ),
          column<Venue>('acts', ({ name, acts }) => <ActButtons offers={acts} about={name} />, 'end'),
        ]}
      />
      <PanelTable
        panel={panel}
        title={formatMessage({ id: 'console.hedging.positions' })}
        hint={<FormattedMessage id="console.hedging.positionsHelp" />}
        rows={({ positions }) => positions}
        rowKey={({ coin }) => coin}
        columns={[
          column<Position>('coin', ({ coin }) => coin),
          column<Position>('booked', ({ booked }) => <Signed value={booked} />, 'end'),
          column<Position>('committed', ({ committed }) => <Signed value={committed} />, 'end'),
          column<Position>(
            'usd',
            ({ usd, isAtLimit }) => (
              <>
                <Usd amount={usd} />
                {isAtLimit && (
                  <Small>
                    <span className={list['late']}>
                      <FormattedMessage id="console.hedging.atLimit" />
                    </span>
                  </Small>
                )}
              </>
            ),
            'end',
          ),
        ]}
      />
      <Moves panel={panel} />
      <PanelTable
        panel={panel}
        title={formatMessage({ id: 'console.hedging.orders' })}
        rows={({ orders }) => orders}
        rowKey={({ id }) => id}
        columns={[
          column<Order>('time', ({ at }) => <At time={at} />),
          column<Order>('venue', ({ venue, id }) => (
            <>
              {venue}
              <Small>
                <Code text={id} />
              </Small>
            </>
          )),
          column<Order>(
            'amount',
            ({ side, coin, amount: size, filled }) => (
              <>
                <FormattedMessage
                  id={side === 'BUY' ? 'console.hedging.buy' : 'console.hedging.sell'}
                  values={{ amount: number(size), coin }}
                />
                {filled !== null && !amount(filled).eq(amount(size)) && (
                  <Small>
                    <FormattedMessage id="console.hedging.filled" values={{ amount: number(filled) }} />
                  </Small>
                )}
              </>
            ),
            'end',
          ),
          column<Order>('usd', ({ usd }) => usdText(usd), 'end'),
          column<Order>('state', ({ state, reason }) => <State state={state} detail={reason} />),
        ]}
      />
      <Result />
    </>
  );
});

const Exposure = observer(({ hedging: { openUsd, limits, venues } }: { hedging: Hedging }) => {
  const { usdText } = useCoins();
  if (venues.length === 0) return null;
  return (
    <FigureRow
      figures={[
        {
          id: 'open',
          term: <FormattedMessage id="console.hedging.open" />,
          value: usdText(openUsd),
          note: <FormattedMessage id="console.hedging.limit" values={{ limit: usdText(limits.totalUsd) }} />,
          isUrgent: amount(openUsd).gte(amount(limits.totalUsd)),
        },
        {
          id: 'coin',
          term: <FormattedMessage id="console.hedging.coinLimit" />,
          value: usdText(limits.coinUsd),
          note: <FormattedMessage id="console.hedging.coinLimitHelp" />,
        },
      ]}
    />
  );
});

/** "−0.5", "1.25" */
const Signed = observer(({ value }: { value: string }) => {
  const { number } = useCoins();
  return value.startsWith('-') ? `−${number(value.slice(1))}` : number(value);
});
