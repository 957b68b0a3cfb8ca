/** The columns of a table of orders, in their order. Names are for programs, in no language. */
const COLUMNS = [
  'created',
  'order',
  'state',
  'rate',
  'amount_from',
  'currency_from',
  'network_from',
  'amount_to',
  'currency_to',
  'network_to',
  'amount_refunded',
  'address',
] as const;

/** An order as a table shows it. Amounts were moved; an amount that was not is empty. */
export type OrderTableRow = Record<(typeof COLUMNS)[number], string>;

export const ORDER_TABLE_HEADER: readonly string[] = COLUMNS;

/** Returns the cells of a row, in the order of the header. */
export const orderTableCells = (row: OrderTableRow): string[] => COLUMNS.map((column) => row[column]);
