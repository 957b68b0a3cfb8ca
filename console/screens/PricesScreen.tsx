import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatPrice } from '../../contract/formatAmount.ts';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { StatusChip } from '../../renderer/components/feedback/StatusChip.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { Link } from '../../renderer/components/buttons/Link.tsx';
import { ActButtons } from '../acts/ActButtons.tsx';
import { RowLink, Small } from '../parts/cells.tsx';
import list from '../parts/list.module.css';
import { useColumns } from '../parts/ListTable.tsx';
import { PanelTable } from '../parts/PanelTable.tsx';
import { Since } from '../parts/Since.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { Deviation } from './prices/Deviation.tsx';
import { PricedOrders } from './prices/PricedOrders.tsx';

type Price = ConsoleOutput<'prices'>['prices'][number];

/** Our price beside each source, the least trustworthy first. */
export const Screen = observer(() => {
  const intl = useIntl();
  const { locale, watch } = useStores(consoleGroup);
  const column = useColumns();
  const panel = usePanel('prices', {}, { everyMs: 5_000 });
  const price = (text: string): string => formatPrice(text, locale.code);
  return (
    <>
      <Title id="console.prices" />
      <PanelTable
        panel={panel}
        title={intl.formatMessage({ id: 'console.prices' })}
        hint={<FormattedMessage id="console.pricesHelp" />}
        rows={({ prices }) => prices}
        rowKey={({ symbol }) => symbol}
        columns={[
          column<Price>('coin', ({ symbol, instruments }) => (
            <>
              <RowLink href={switchesOf(symbol)}>{symbol}</RowLink>
              <Small>{instruments.join(', ')}</Small>
            </>
          )),
          column<Price>(
            'ours',
            ({ ours }) =>
              ours === null ? (
                '–'
              ) : (
                <>
                  {price(ours.price)}
                  <Small>
                    <Since at={ours.at} />
                  </Small>
                </>
              ),
            'end',
          ),
          column<Price>('sources', ({ sources }) => (
            <ul className={list['sources']}>
              {sources.map((source) => (
                <li key={source.source}>
                  <span>{source.source}</span>
                  <span>{price(source.price)}</span>
                  <span>
                    <Deviation percent={source.deviationPercent} />
                  </span>
                  <Since at={source.at} />
                </li>
              ))}
            </ul>
          )),
          column<Price>('state', ({ ours }) => (
            <StatusChip tone={ours?.isTrusted === true ? 'good' : 'urgent'}>
              <FormattedMessage id={ours?.isTrusted === true ? 'console.trusted' : 'console.untrusted'} />
            </StatusChip>
          )),
          column<Price>('acts', (row) => watch.may('switches') && <Closing price={row} />, 'end'),
        ]}
      />
      <PricedOrders panel={panel} />
    </>
  );
});

const switchesOf = (symbol: string): string => `/switches?find=${symbol.toLowerCase()}`;

/** Closes the coin of a price. A price of several coins leads to their switches. */
function Closing({ price: { symbol, instruments } }: { price: Price }) {
  const [slug, ...others] = instruments;
  if (slug === undefined || others.length > 0)
    return (
      <Link href={switchesOf(symbol)}>
        <FormattedMessage id="console.switches" />
      </Link>
    );
  const input = { target: 'instrument', slug, side: 'both', reason: 'MAINTENANCE' };
  return <ActButtons about={symbol} offers={[{ act: 'pause', input }]} />;
}
