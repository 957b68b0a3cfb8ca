import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './DataTable.module.css';

export interface DataColumn<Row> {
  id: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the end, by default in every column but the first. An aligned first column is as wide as its text. */
  align?: 'start' | 'end';
  /** Where it is in the two lines of a phone's row; default: not shown there. */
  place?: PhonePlace;
}

/**
 * main: both lines at the start; first, second: one of them; value, note: the first and second line at the end; last: a line of its
 * own below them.
 */
export type PhonePlace = 'main' | 'first' | 'second' | 'value' | 'note' | 'last';

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
  /** On phones every row has two lines, with the columns at their `place`. For lists of what happened. */
  lines?: boolean;
}

/** A table; on phones optionally a list of cards, or of rows of two lines. Screen readers always get a table. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty, cards = false, lines = false }: DataTableProps<Row>) {
  return (
    <table className={classNames(styles['table'], cards && styles['cards'], lines && styles['lines'], 'numeric')}>
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
              <td
                key={column.id}
                data-heading={column.heading}
                className={classNames(alignment(column, columns), lines && styles[column.place ?? 'hidden'])}
              >
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
