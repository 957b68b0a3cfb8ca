import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatPrice } from '../../contract/formatAmount.ts';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { StatusChip } from '../../renderer/components/feedback/StatusChip.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { Small } from '../parts/cells.tsx';
import list from '../parts/list.module.css';
import { ListTable, useColumns } from '../parts/ListTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Since } from '../parts/Since.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';

type Price = ConsoleOutput<'prices'>['prices'][number];

/** Our price beside each source, the least trustworthy first. */
export const Screen = observer(() => {
  const intl = useIntl();
  const { locale } = useStores();
  const column = useColumns();
  const panel = usePanel('prices', {}, { everyMs: 5_000 });
  const price = (text: string): string => formatPrice(text, locale.code);
  return (
    <>
      <Title id="console.prices" />
      <Panel
        panel={panel}
        title={intl.formatMessage({ id: 'console.prices' })}
        hint={<FormattedMessage id="console.pricesHelp" />}
      >
        {({ prices }) => (
          <ListTable
            caption={intl.formatMessage({ id: 'console.prices' })}
            rows={prices}
            rowKey={({ symbol }) => symbol}
            empty={<FormattedMessage id="console.none" />}
            columns={[
              column<Price>('coin', ({ symbol, instruments }) => (
                <>
                  <b>{symbol}</b>
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
                      <span className={isFar(source.deviationPercent) ? list['late'] : undefined}>
                        {source.deviationPercent === null ? '–' : `${source.deviationPercent} %`}
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
            ]}
          />
        )}
      </Panel>
    </>
  );
});

/** From 1 % on, a deviation is worth a look. It is shown, nothing is computed with it. */
const isFar = (percent: string | null): boolean => percent !== null && /^[+-]?[1-9]/.test(percent);
