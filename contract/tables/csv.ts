/** Spreadsheets recognise UTF-8 by it, at the beginning of a file. */
export const BYTE_ORDER_MARK = '\u{FEFF}';

/** Returns rows of cells as CSV (RFC 4180). */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map(csvLine).join('');
}

/** Returns one row of a CSV file. */
export const csvLine = (row: readonly string[]): string => `${row.map(cell).join(',')}\r\n`;

/** Escapes a cell. Spreadsheets read a text that begins with these characters as a formula, but not a number such as -1.5. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
