import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './DataTable.module.css';

export interface DataColumn<Row> {
  id: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the end, by default in every column but the first. An aligned first column is as wide as its text. */
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
            <th key={column.id} scope="col" className={alignment(column, columns)}>
              {column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={styles['row']}>
            {columns.map((column) => (
              <td key={column.id} data-heading={column.heading} className={alignment(column, columns)}>
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

function alignment<Row>(column: DataColumn<Row>, [first]: readonly DataColumn<Row>[]): string | undefined {
  return styles[column.align ?? (column === first ? 'start' : 'end')];
}
