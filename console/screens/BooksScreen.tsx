import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { ActButtons } from '../acts/ActButtons.tsx';
import { stateName } from '../acts/actTexts.ts';
import { Small } from '../parts/cells.tsx';
import list from '../parts/list.module.css';
import { useColumns } from '../parts/ListTable.tsx';
import { PanelTable } from '../parts/PanelTable.tsx';
import { Since } from '../parts/Since.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';

type Difference = ConsoleOutput<'books'>['differences'][number];

/** Where the books, the networks and the orders differ. */
export const Screen = observer(() => {
  const intl = useIntl();
  const column = useColumns();
  const panel = usePanel('books', {}, { list: 'books', everyMs: 30_000 });
  const { data } = panel;
  const checked = data?.endedAt ? (
    <FormattedMessage id="console.booksChecked" values={{ time: <Since at={data.endedAt} /> }} />
  ) : (
    <FormattedMessage id="console.booksNever" />
  );
  return (
    <>
      <Title id="console.books" />
      {(data?.unread ?? []).map(({ object, reason, since }) => (
        <Notice key={object} kind="warning" title={<FormattedMessage id="console.unread" values={{ object }} />}>
          {reason}, <Since at={since} />
        </Notice>
      ))}
      <PanelTable
        panel={panel}
        title={intl.formatMessage({ id: 'console.differences' })}
        hint={data && checked}
        rows={({ differences }) => differences}
        rowKey={({ key }) => key}
        empty={<FormattedMessage id="console.noDifferences" />}
        columns={[
          column<Difference>('kind', ({ severity }) => (
            <span className={`${list['tag']} ${severity === 'ALARM' ? list['alarm'] : list['ask']}`}>
              {stateName(intl, severity)}
            </span>
          )),
          column<Difference>('what', ({ what, advice }) => (
            <>
              <b>{what}</b>
              <Small>{advice}</Small>
            </>
          )),
          column<Difference>('amount', ({ howMuch }) => howMuch, 'end'),
          column<Difference>('acts', ({ acts, what }) => <ActButtons offers={acts} about={what} />, 'end'),
        ]}
      />
    </>
  );
});
