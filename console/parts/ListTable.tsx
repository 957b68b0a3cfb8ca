import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { classNames } from '../../renderer/components/classNames.ts';
import { DataTable, type DataColumn, type DataTableProps } from '../../renderer/components/data/DataTable.tsx';
import type { MessageId } from '../../renderer/i18n/messages.ts';
import list from './list.module.css';

/** A table of the console, edge to edge in its card. On phones its rows are cards, unless it has few columns. */
export function ListTable<Row>({ cards = true, ...props }: DataTableProps<Row>) {
  return (
    <div className={classNames(list['list'], cards && list['cards'])}>
      <DataTable {...props} cards={cards} />
    </div>
  );
}

/** Returns a function that makes columns: `column('amount', (row) => …, 'end')`. */
export function useColumns() {
  const { formatMessage } = useIntl();
  return <Row,>(id: string, cell: (row: Row) => ReactNode, align: 'start' | 'end' = 'start'): DataColumn<Row> => ({
    id,
    heading: formatMessage({ id: `console.column.${id}` as MessageId }),
    cell,
    align,
  });
}
