import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { EmptyState } from '../../../renderer/components/feedback/EmptyState.tsx';
import { SuccessIcon } from '../../../renderer/components/icons/icons.tsx';
import { Select } from '../../../renderer/components/fields/Select.tsx';
import { kindName } from '../../acts/actTexts.ts';
import list from '../../parts/list.module.css';
import { Panel } from '../../parts/Panel.tsx';
import { WaitingTable } from '../../parts/WaitingTable.tsx';
import type { PanelStore } from '../../stores/PanelStore.ts';

interface WaitingPanelProps {
  panel: PanelStore<'waiting'>;
  title: string;
}

const ALL = '';

/** The items that wait for a person, by kind, the most urgent kind first. */
export const WaitingPanel = observer(({ panel, title }: WaitingPanelProps) => {
  const intl = useIntl();
  const [kind, setKind] = useState(ALL);
  const lists = panel.data?.lists ?? [];
  const aside = lists.length > 1 && (
    <Select
      small
      aria-label={intl.formatMessage({ id: 'console.kindFilter' })}
      value={kind}
      options={[
        { value: ALL, label: intl.formatMessage({ id: 'console.allKinds' }) },
        ...lists.map((one) => ({ value: one.kind, label: `${kindName(intl, one.kind)} ${one.count}` })),
      ]}
      onChange={setKind}
    />
  );
  return (
    <Panel panel={panel} title={title} aside={aside}>
      {(data) => {
        const shown = data.lists.filter((one) => kind === ALL || one.kind === kind);
        return shown.length === 0 ? <Nothing /> : <Items lists={shown} caption={title} />;
      }}
    </Panel>
  );
});

/** One table of all kinds, so that its columns are aligned. */
const Items = observer(({ lists, caption }: { lists: ConsoleOutput<'waiting'>['lists']; caption: string }) => {
  const items = lists.flatMap((one) => one.items);
  const count = lists.reduce((sum, one) => sum + one.count, 0);
  return (
    <div className={`${list['list']} ${list['cards']}`}>
      <WaitingTable caption={caption} items={items} />
      {count > items.length && (
        <p className={list['foot']}>
          <FormattedMessage id="console.firstOf" values={{ shown: items.length, count }} />
        </p>
      )}
    </div>
  );
});

function Nothing() {
  return (
    <EmptyState icon={<SuccessIcon size="large" />} title={<FormattedMessage id="console.nothingWaits" />}>
      <FormattedMessage id="console.nothingWaitsHelp" />
    </EmptyState>
  );
}
