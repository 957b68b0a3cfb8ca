/** Spreadsheets recognise UTF-8 by it, at the beginning of a file. */
export const BYTE_ORDER_MARK = '\u{FEFF}';

/** Returns rows of cells as CSV (RFC 4180). */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map(csvLine).join('');
}

/** Returns one row of a CSV file. */
export const csvLine = (row: readonly string[]): string => `${row.map(cell).join(',')}\r\n`;

/** Not read as a formula, or our own number, which must stay as it is: 22 characters of base64url. */
const PLAIN = /^(?:[^=+\-@\t\r]|[+-]\d+(?:\.\d+)?$|[\w-]{22}$|$)/;

/** Escapes a cell. Spreadsheets read a text that begins with certain characters as a formula, but not a number such as -1.5. */
function cell(text: string): string {
  const safe = PLAIN.test(text) ? text : `'${text}`;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
