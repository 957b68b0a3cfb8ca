import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import type { DataTableProps } from '../../renderer/components/data/DataTable.tsx';
import type { ReadCall } from '../stores/PanelStore.ts';
import { ListTable } from './ListTable.tsx';
import { Panel, type PanelProps } from './Panel.tsx';

interface PanelTableProps<Name extends ReadCall, Row>
  extends Omit<PanelProps<Name>, 'title' | 'children'>, Omit<DataTableProps<Row>, 'caption' | 'rows'> {
  /** The visible heading, and the name of the table for screen readers */
  title: string;
  rows: (data: ConsoleOutput<Name>) => readonly Row[];
}

/** A panel that contains one table. Without rows it says "None", unless `empty` says more. */
export function PanelTable<Name extends ReadCall, Row>(props: PanelTableProps<Name, Row>): ReactNode {
  const { panel, title, hint, aside, rows, empty = <FormattedMessage id="console.none" />, ...table } = props;
  return (
    <Panel panel={panel} title={title} hint={hint} aside={aside}>
      {(data) => <ListTable {...table} caption={title} rows={rows(data)} empty={empty} />}
    </Panel>
  );
}
