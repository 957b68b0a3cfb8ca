import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router-dom';
import type { ConsoleInput, ConsoleOutput } from '../../contract/console/routes.ts';
import { PURCHASE_STAGES } from '../../contract/fiat/cardPurchase.ts';
import { Select } from '../../renderer/components/fields/Select.tsx';
import { stateName } from '../acts/actTexts.ts';
import { At, Code, Money, RowLink, State } from '../parts/cells.tsx';
import { ListTable, useColumns } from '../parts/ListTable.tsx';
import { Pages } from '../parts/Pages.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { PurchaseDetails } from './purchase/PurchaseDetails.tsx';

type Purchase = ConsoleOutput<'purchases'>['purchases'][number];

const STAGES = ['OPEN', ...PURCHASE_STAGES] as const;
const EVERY_MS = 30_000;

/** Card purchases by stage, and one of them with what the provider reported. They can be read only: the provider decides about them. */
export const Screen = observer(() => {
  const { purchaseId } = useParams();
  return (
    <>
      <Title id="console.purchases" />
      {purchaseId === undefined ? <List /> : <OnePurchase key={purchaseId} purchaseId={purchaseId} />}
    </>
  );
});

const List = observer(() => {
  const intl = useIntl();
  const column = useColumns();
  const [parameters, setParameters] = useSearchParams();
  const stage = STAGES.find((one) => one === parameters.get('stage')) ?? 'OPEN';
  const page = parameters.get('page');
  const input: ConsoleInput<'purchases'> = { stage, ...(page !== null && { page }) };
  const panel = usePanel('purchases', input, { everyMs: EVERY_MS });
  return (
    <Panel
      panel={panel}
      title={intl.formatMessage({ id: 'console.purchases' })}
      hint={<FormattedMessage id="console.purchases.help" />}
      aside={
        <Select
          small
          aria-label={intl.formatMessage({ id: 'console.column.state' })}
          value={stage}
          options={STAGES.map((value) => ({ value, label: stateName(intl, value) }))}
          onChange={(next) => setParameters(next === 'OPEN' ? {} : { stage: next })}
        />
      }
    >
      {({ purchases, nextPage }) => (
        <>
          <ListTable
            caption={intl.formatMessage({ id: 'console.purchases' })}
            rows={purchases}
            rowKey={(one) => one.purchaseId}
            empty={<FormattedMessage id="console.none" />}
            columns={[
              column<Purchase>('purchase', (one) => (
                <RowLink href={`/purchases/${one.purchaseId}`}>
                  <Code text={one.purchaseId} />
                </RowLink>
              )),
              column<Purchase>('amount', ({ amount, currency }) => <Money amount={amount} slug={currency} />, 'end'),
              column<Purchase>('coin', ({ amountToGet, instrument }) => <Money amount={amountToGet} slug={instrument} />, 'end'),
              column<Purchase>('customer', ({ customerId }) => customerId, 'end'),
              column<Purchase>('state', (one) => <State state={one.isProcessing ? 'PROCESSING' : one.stage} />),
              column<Purchase>('since', ({ stageSince }) => <At time={stageSince} />, 'end'),
            ]}
          />
          <Pages next={nextPage} />
        </>
      )}
    </Panel>
  );
});

const OnePurchase = observer(({ purchaseId }: { purchaseId: string }) => {
  const { formatMessage } = useIntl();
  const panel = usePanel('purchase', { purchaseId }, { everyMs: EVERY_MS });
  return (
    <Panel
      panel={panel}
      title={formatMessage({ id: 'console.column.purchase' })}
      hint={<FormattedMessage id="console.purchases.help" />}
    >
      {(purchase) => <PurchaseDetails purchase={purchase} />}
    </Panel>
  );
});
