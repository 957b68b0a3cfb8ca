import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Hedging } from '../../../contract/console/hedging.ts';
import { ActButtons } from '../../acts/ActButtons.tsx';
import { Code } from '../../parts/cells.tsx';
import { useColumns } from '../../parts/ListTable.tsx';
import { PanelTable } from '../../parts/PanelTable.tsx';
import { Since } from '../../parts/Since.tsx';
import { useCoins } from '../../parts/useCoins.ts';
import type { PanelStore } from '../../stores/PanelStore.ts';

type Transfer = Hedging['transfers'][number];
type Proposal = Hedging['proposals'][number];

/** What is on its way between treasury and exchange, and what may be moved. The host moves nothing by itself. */
export const Moves = observer(({ panel }: { panel: PanelStore<'hedging'> }) => {
  const { formatMessage } = useIntl();
  const column = useColumns();
  const { number, coinText, place } = useCoins();
  return (
    <>
      <PanelTable
        panel={panel}
        title={formatMessage({ id: 'console.hedging.proposals' })}
        hint={<FormattedMessage id="console.hedging.proposalsHelp" />}
        rows={({ proposals }) => proposals}
        rowKey={({ venueInstrument }) => venueInstrument}
        columns={[
          column<Proposal>('what', ({ direction, instrument, venueInstrument }) => (
            <FormattedMessage
              id={direction === 'TO_VENUE' ? 'console.hedging.toVenue' : 'console.hedging.fromVenue'}
              values={{ instrument: place(instrument), venueInstrument }}
            />
          )),
          column<Proposal>('amount', ({ amount, instrument }) => coinText(amount, instrument), 'end'),
          column<Proposal>(
            'acts',
            ({ direction, instrument, amount }) =>
              direction === 'TO_VENUE' && (
                <ActButtons
                  offers={[{ act: 'spend', input: { instrument, amount }, asks: ['address', 'note'] }]}
                  about={instrument}
                />
              ),
            'end',
          ),
        ]}
      />
      <PanelTable
        panel={panel}
        title={formatMessage({ id: 'console.hedging.transfers' })}
        rows={({ transfers }) => transfers}
        rowKey={({ id }) => id}
        columns={[
          column<Transfer>('what', ({ from, to }) => (
            <FormattedMessage
              id={to === null ? 'console.hedging.toTreasury' : 'console.hedging.between'}
              values={{ from: place(from), to: to === null ? '' : place(to) }}
            />
          )),
          column<Transfer>('amount', ({ amount }) => number(amount), 'end'),
          column<Transfer>('since', ({ sentAt }) => <Since at={sentAt} />),
          column<Transfer>('transaction', ({ txHash }) => (txHash === null ? '–' : <Code text={txHash} />)),
          column<Transfer>('acts', ({ acts, from }) => <ActButtons offers={acts} about={from} />, 'end'),
        ]}
      />
    </>
  );
});
