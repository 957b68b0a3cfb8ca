import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './DataTable.module.css';

export interface DataColumn<Row> {
  id: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the end. The first column is always aligned to the start. */
  align?: 'start' | 'end';
}

export interface DataTableProps<Row> {
  /** For screen readers; the visible heading is outside. */
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead of rows. */
  empty?: ReactNode;
  /** On phones every row becomes a card with headings next to values. For more than three columns. */
  cards?: boolean;
}

/** A table; on phones optionally a list of cards. Screen readers always get a table. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty, cards = false }: DataTableProps<Row>) {
  return (
    <table className={classNames(styles['table'], cards && styles['cards'], 'numeric')}>
      <caption className="visually-hidden">{caption}</caption>
      <thead className={styles['head']}>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={alignment(column.align)}>
              {column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={styles['row']}>
            {columns.map((column) => (
              <td key={column.id} data-heading={column.heading} className={alignment(column.align)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && empty && (
          <tr>
            <td colSpan={columns.length} className={styles['empty']}>
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function alignment(align: 'start' | 'end' = 'end'): string | undefined {
  return styles[align];
}
