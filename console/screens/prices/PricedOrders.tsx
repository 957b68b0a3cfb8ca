import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatPrice } from '../../../contract/formatAmount.ts';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { HoldButton } from '../../acts/HoldButton.tsx';
import { At, Code, Money, RowLink, Small, State } from '../../parts/cells.tsx';
import { useColumns } from '../../parts/ListTable.tsx';
import { PanelTable } from '../../parts/PanelTable.tsx';
import { useCoins } from '../../parts/useCoins.ts';
import type { PanelStore } from '../../stores/PanelStore.ts';
import { consoleGroup } from '../../stores/consoleGroup.ts';
import { Deviation } from './Deviation.tsx';

type PricedOrder = ConsoleOutput<'prices'>['orders'][number];

/** The orders of the last hour, those furthest from the market of now first: what a wrong price has cost, or still would. */
export const PricedOrders = observer(({ panel }: { panel: PanelStore<'prices'> }) => {
  const intl = useIntl();
  const { watch, locale } = useStores(consoleGroup);
  const { ticker } = useCoins();
  const column = useColumns();
  return (
    <PanelTable
      panel={panel}
      title={intl.formatMessage({ id: 'console.pricedOrders' })}
      hint={<FormattedMessage id="console.pricedOrdersHelp" />}
      aside={
        watch.may('switches') && (
          <span data-open>
            <HoldButton />
          </span>
        )
      }
      rows={({ orders }) => orders}
      rowKey={({ orderId }) => orderId}
      columns={[
        column<PricedOrder>('order', ({ orderId }) => (
          <RowLink href={`/orders/${orderId}`}>
            <Code text={orderId} />
          </RowLink>
        )),
        column<PricedOrder>(
          'exchange',
          ({ amount, instrumentFrom, instrumentTo, price }) => (
            <>
              <Money amount={amount} slug={instrumentFrom} />
              <Small>
                {formatPrice(price, locale.code)} {ticker(instrumentTo)}
              </Small>
            </>
          ),
          'end',
        ),
        column<PricedOrder>('deviation', ({ deviationPercent }) => <Deviation percent={deviationPercent} />, 'end'),
        column<PricedOrder>('state', ({ state }) => <State state={state} />),
        column<PricedOrder>('since', ({ pricedAt }) => <At time={pricedAt} />, 'end'),
      ]}
    />
  );
});
