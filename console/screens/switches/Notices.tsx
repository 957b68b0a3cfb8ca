import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { LOCALE_CODES } from '../../../contract/paths/locales.ts';
import { Button } from '../../../renderer/components/buttons/Button.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { actName } from '../../acts/actTexts.ts';
import { At, Small } from '../../parts/cells.tsx';
import { useColumns } from '../../parts/ListTable.tsx';
import { PanelTable } from '../../parts/PanelTable.tsx';
import { useCoins } from '../../parts/useCoins.ts';
import type { PanelStore } from '../../stores/PanelStore.ts';
import { consoleGroup } from '../../stores/consoleGroup.ts';
import { TellCustomers } from './TellCustomers.tsx';

type Notice = ConsoleOutput<'switches'>['notices'][number];

/** What customers are told with the form and their orders. */
export const Notices = observer(({ panel }: { panel: PanelStore<'switches'> }) => {
  const intl = useIntl();
  const { acts, watch, locale } = useStores(consoleGroup);
  const { networkTitle, network, ticker } = useCoins();
  const column = useColumns();
  const nameOf = (concerns: string): string => {
    const [target, slug = ''] = concerns.split(':');
    if (target === 'network') return networkTitle(slug);
    return target === 'instrument' ? `${ticker(slug)}, ${network(slug)}` : intl.formatMessage({ id: 'console.everywhere' });
  };
  const end = ({ concerns }: Notice): void => {
    const [target, slug] = concerns.split(':');
    acts.open({ act: 'end-notice', input: { target, ...(slug !== undefined && { slug }) }, about: nameOf(concerns) });
  };
  return (
    <PanelTable
      panel={panel}
      title={intl.formatMessage({ id: 'console.notices' })}
      hint={<FormattedMessage id="console.noticesHelp" />}
      aside={watch.may('switches') && <TellCustomers target="everything" />}
      rows={({ notices }) => notices}
      rowKey={({ concerns }) => concerns}
      columns={[
        column<Notice>('about', ({ concerns }) => <b>{nameOf(concerns)}</b>),
        column<Notice>('text', ({ texts }) => (
          <>
            {texts[locale.code]}
            {LOCALE_CODES.filter((code) => code !== locale.code).map((code) => (
              <Small key={code}>{texts[code]}</Small>
            ))}
          </>
        )),
        column<Notice>('who', ({ setBy }) => setBy),
        column<Notice>('until', ({ until }) => <At time={until} />, 'end'),
        column<Notice>(
          'acts',
          (notice) =>
            watch.may('switches') && (
              <Button size="small" data-row onClick={() => end(notice)}>
                {actName(intl, 'end-notice')}
              </Button>
            ),
          'end',
        ),
      ]}
    />
  );
});
