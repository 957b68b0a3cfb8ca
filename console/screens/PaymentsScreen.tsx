import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import type { ConsoleInput, ConsoleOutput } from '../../contract/console/routes.ts';
import { Select } from '../../renderer/components/fields/Select.tsx';
import { stateName } from '../acts/actTexts.ts';
import { Usd } from '../parts/cells.tsx';
import { useColumns } from '../parts/ListTable.tsx';
import { Pages } from '../parts/Pages.tsx';
import { Panel } from '../parts/Panel.tsx';
import { PanelTable } from '../parts/PanelTable.tsx';
import { PaymentTable } from '../parts/PaymentTable.tsx';
import { Title } from '../parts/Title.tsx';
import { useCoins } from '../parts/useCoins.ts';
import { usePanel } from '../parts/usePanel.ts';

const STATES = ['WAITING', 'HELD', 'PENDING', 'REFUSED', 'FAILED', 'SENT', 'CONFIRMED', 'CANCELLED'] as const;
type State = (typeof STATES)[number];
type Total = ConsoleOutput<'payments'>['totals'][number];

/** All that leaves, by network and state. */
export const Screen = observer(() => {
  const intl = useIntl();
  const column = useColumns();
  const { networkTitle } = useCoins();
  const [parameters, setParameters] = useSearchParams();
  const state = STATES.find((one) => one === parameters.get('state')) ?? 'WAITING';
  const page = parameters.get('page');
  const input: ConsoleInput<'payments'> = { state, ...(page !== null && { page }) };
  const panel = usePanel('payments', input, { list: 'payments' });
  const choose = (next: State): void => setParameters(next === 'WAITING' ? {} : { state: next });
  return (
    <>
      <Title id="console.payments" />
      <PanelTable
        panel={panel}
        title={intl.formatMessage({ id: 'console.byNetwork' })}
        cards={false}
        rows={({ totals }) => totals}
        rowKey={(total) => total.network + total.state}
        columns={[
          column<Total>('network', ({ network }) => networkTitle(network)),
          column<Total>('state', (total) => stateName(intl, total.state)),
          column<Total>('count', ({ count }) => count, 'end'),
          column<Total>('usd', ({ usdValue }) => <Usd amount={usdValue} />, 'end'),
        ]}
      />
      <Panel
        panel={panel}
        title={intl.formatMessage({ id: 'console.payments' })}
        aside={
          <Select
            small
            aria-label={intl.formatMessage({ id: 'console.column.state' })}
            value={state}
            options={STATES.map((value) => ({ value, label: stateName(intl, value) }))}
            onChange={choose}
          />
        }
      >
        {({ payments, nextPage }) => (
          <>
            <PaymentTable caption={intl.formatMessage({ id: 'console.payments' })} payments={payments} />
            <Pages next={nextPage} />
          </>
        )}
      </Panel>
    </>
  );
});
