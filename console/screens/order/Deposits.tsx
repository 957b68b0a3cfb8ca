import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { stateName } from '../../acts/actTexts.ts';
import { At, Code, Money, State } from '../../parts/cells.tsx';
import { ListTable, useColumns } from '../../parts/ListTable.tsx';

type Deposit = ConsoleOutput<'order'>['deposits'][number];

/** What arrived for an order. */
export const Deposits = observer(({ deposits }: Pick<ConsoleOutput<'order'>, 'deposits'>) => {
  const intl = useIntl();
  const column = useColumns();
  return (
    <ListTable
      caption={intl.formatMessage({ id: 'console.deposits' })}
      rows={deposits}
      rowKey={({ transfer }) => transfer}
      empty={<FormattedMessage id="console.none" />}
      columns={[
        column<Deposit>('transaction', ({ transfer, explorerUrl }) => <Code text={transfer} href={explorerUrl} />),
        column<Deposit>('amount', ({ amount, instrument }) => <Money amount={amount} slug={instrument} />, 'end'),
        column<Deposit>('state', ({ state, role, confirmations }) => (
          <State
            state={state}
            detail={
              <>
                {role !== null && `${stateName(intl, role)}, `}
                <FormattedMessage id="console.confirmations" values={{ count: confirmations }} />
              </>
            }
          />
        )),
        column<Deposit>('since', ({ detectedAt }) => <At time={detectedAt} />, 'end'),
      ]}
    />
  );
});
